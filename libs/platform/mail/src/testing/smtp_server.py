"""An SMTP server of the system's packages. It prints its port, then each connection, each recipient that is tried, each silence and each mail that it takes, as lines of JSON.

Each line of its input is a rule: what it does at each step, as an answer such as `550 no` or one of these words.
close: it ends the connection. silence: it says nothing more. It ends the connection after 421 too.
The steps are GREETING, the commands, WITHIN and BEHIND the data, TAKEN, which is in place of the answer to a mail that was taken, and
IDLE, which is after that answer. `certificate` names the files of another certificate, which it keeps from then on. `recipients` has for an address the
rules of its next tries, from RCPT on, and `logins` the passwords of users."""
import asyncio
import json
import socket
import ssl
import sys
import threading

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, SMTP

certificate, key, tls, address = sys.argv[1:5]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
rule = {}
# The controller connects once by itself before the server is started.
is_started = False


def say(**told):
    # Of threads that print at once, one may come between the text and its end of line.
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def authenticate(server, session, envelope, mechanism, data):
    logins = rule.get("logins", {"rapport": "right words"})
    is_right = logins.get(data.login.decode()) == data.password.decode()
    return AuthResult(success=is_right, handled=is_right)


class Taker:
    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        if rule.get("hasNoLogin"):
            responses = [one for one in responses if "AUTH" not in one]
        return responses[:-1] + ["250-PIPELINING"] * rule.get("isPipelined", False) + responses[-1:]

    async def handle_DATA(self, server, session, envelope):
        if server.told("BEHIND"):
            return await server.follow(server.told("BEHIND"))
        say(
            **{"from": envelope.mail_from, "to": envelope.rcpt_tos},
            tls=session.ssl is not None or tls == "always",
            content=envelope.content.decode("utf-8", "replace"),
        )
        if server.told("TAKEN"):
            return await server.follow(server.told("TAKEN"))
        if rule.get("IDLE") == "close":
            await server.push("250 taken")
            await server.follow("close")
        return "250 taken"


class Follower(SMTP):
    """Does at each step what the rule says, and first that of the recipient at hand."""

    own = {}

    def told(self, name):
        return self.own.get(name, rule.get(name))

    def take_up(self, argument):
        address = argument.partition("<")[2].partition(">")[0]
        say(tried=address, by=self.envelope.mail_from)
        tries = rule.get("recipients", {}).get(address)
        self.own = tries.pop(0) if tries else {}

    async def follow(self, told):
        if told.startswith("421"):
            await super().push(told)
            told = "close"
        if told == "close":
            self.transport.close()
        if told == "silence":
            say(silence=True)
        if told in ("close", "silence"):
            await asyncio.sleep(3600)
        return told

    async def push(self, status):
        if status.startswith("220 localhost"):
            if is_started:
                say(connection=True)
            status = await self.follow(rule.get("GREETING", status))
        elif status.startswith("354 ") and self.told("WITHIN"):
            await super().push(status)
            await self._reader.readexactly(200)
            status = await self.follow(self.told("WITHIN"))
        await super().push(status)


def step(name):
    usual = getattr(SMTP, f"smtp_{name}")

    async def answer(self, argument):
        if name == "MAIL":
            self.own = {}
        if name == "RCPT" and argument:
            self.take_up(argument)
        if self.told(name):
            await self.push(await self.follow(self.told(name)))
        else:
            await usual(self, argument)

    return answer


for name in ("EHLO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA", "RSET"):
    setattr(Follower, f"smtp_{name}", step(name))


class Server(Controller):
    def factory(self):
        return Follower(
            self.handler,
            hostname="localhost",
            ident="ready",
            authenticator=authenticate,
            auth_required=True,
            auth_require_tls=tls == "starttls",
            tls_context=context if tls == "starttls" else None,
            require_starttls=tls == "starttls",
        )


def read_rules():
    global rule
    for line in sys.stdin:
        rule = json.loads(line)
        if "certificate" in rule:
            context.load_cert_chain(**rule["certificate"])
        say(rule=rule)


with socket.create_server((address, 0)) as probe:
    port = probe.getsockname()[1]
server = Server(Taker(), hostname=address, port=port, ssl_context=context if tls == "always" else None)
server.start()
is_started = True
say(port=port)
read_rules()
