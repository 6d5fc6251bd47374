"""Gets a token with authlib, as its documentation says. Prints the token's answer, or what the library understood of the error."""
import json
import sys

from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session

asked = json.load(sys.stdin)
session = OAuth2Session(
    asked["clientId"],
    asked["clientSecret"],
    scope=asked["scope"],
    token_endpoint_auth_method=asked["method"],
)
try:
    print(json.dumps(session.fetch_token(asked["tokenUrl"], grant_type="client_credentials")))
except OAuthError as error:
    print(json.dumps({"error": error.error, "description": error.description}))
