"""An SMTP server of the system's packages. It prints its port, and each mail that it takes as a line of JSON."""
import json
import socket
import ssl
import sys
import time

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, SMTP

certificate, key, tls = sys.argv[1:4]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)


def authenticate(server, session, envelope, mechanism, data):
    is_right = (data.login, data.password) == (b"rapport", b"right words")
    return AuthResult(success=is_right, handled=is_right)


class Taker:
    async def handle_DATA(self, server, session, envelope):
        taken = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "tls": session.ssl is not None or tls == "always",
            "content": envelope.content.decode("utf-8", "replace"),
        }
        print(json.dumps(taken), flush=True)
        return "250 taken"


class Server(Controller):
    def factory(self):
        return SMTP(
            self.handler,
            hostname="localhost",
            authenticator=authenticate,
            auth_required=True,
            auth_require_tls=tls == "starttls",
            tls_context=context if tls == "starttls" else None,
            require_starttls=tls == "starttls",
        )


with socket.create_server(("127.0.0.1", 0)) as probe:
    port = probe.getsockname()[1]
server = Server(Taker(), hostname="127.0.0.1", port=port, ssl_context=context if tls == "always" else None)
server.start()
print(json.dumps({"port": port}), flush=True)
while True:
    time.sleep(60)
