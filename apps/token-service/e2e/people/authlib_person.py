"""Signs a person in with authlib, as its documentation says. It prints the address for the browser, reads the one to which the
browser was sent, and prints what the library understood: the tokens, the refreshed ones, and the status of the revocation."""
import json
import sys

from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session

asked = json.loads(sys.stdin.readline())
verifier = generate_token(48)
session = OAuth2Session(
    asked["clientId"],
    redirect_uri=asked["redirectUri"],
    token_endpoint_auth_method="none",
    code_challenge_method="S256",
)
address, state = session.create_authorization_url(asked["issuer"] + "/connect/authorize", code_verifier=verifier)
print(address, flush=True)
token_url = asked["issuer"] + "/connect/token"
given = session.fetch_token(
    token_url,
    authorization_response=sys.stdin.readline().strip(),
    code_verifier=verifier,
    state=state,
)
refreshed = session.refresh_token(token_url, refresh_token=given["refresh_token"])
revoked = session.revoke_token(asked["issuer"] + "/connect/revocation", token=refreshed["refresh_token"], token_type_hint="refresh_token")
print(json.dumps({"given": given, "refreshed": refreshed, "revoked": revoked.status_code}), flush=True)
