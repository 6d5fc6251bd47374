"""Gets a token with requests-oauthlib, as its documentation says. Prints the token's answer, or what the library understood of the error."""
import json
import sys

from oauthlib.oauth2 import BackendApplicationClient
from oauthlib.oauth2.rfc6749.errors import OAuth2Error
from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth2Session

asked = json.load(sys.stdin)
session = OAuth2Session(client=BackendApplicationClient(client_id=asked["clientId"], scope=asked["scope"].split(" ")))
if asked["method"] == "client_secret_basic":
    how = {"auth": HTTPBasicAuth(asked["clientId"], asked["clientSecret"])}
else:
    how = {"client_id": asked["clientId"], "client_secret": asked["clientSecret"], "include_client_id": True}
try:
    print(json.dumps(session.fetch_token(asked["tokenUrl"], **how)))
except OAuth2Error as error:
    print(json.dumps({"error": error.error, "description": error.description}))
