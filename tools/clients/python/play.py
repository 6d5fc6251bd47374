"""Plays what an integrator does with the clients that openapi-python-client makes of the two documents."""

import os
from uuid import UUID

from application_api import AuthenticatedClient as ApplicationClient
from application_api import Client as OpenApplicationClient
from application_api.api.auth import get_token_for_develop
from application_api.api.customer import search_customer
from application_api.api.lead import create_lead, execute_lead_conversion, preview_lead_conversion
from application_api.models import (
    CreateLeadRequest,
    CustomerType as SearchedType,
    ExecuteLeadConvertRequest,
    GetTokenForPublicApiRequest,
    LeadSource,
    SearchCustomerRequest,
    SearchCustomerSortBy,
)
from public_api import AuthenticatedClient, Client
from public_api.api.customers import (
    create_customer,
    list_customer_changes,
    list_customers,
    update_customer,
    write_customer_batch,
)
from public_api.api.token import issue_token
from public_api.models import (
    ChangeOperation,
    Customer,
    CustomerBatch,
    CustomerBatchRefused,
    CustomerBatchWritten,
    CustomerBody,
    CustomerType,
    CustomFieldValueBody,
    ErrorCode,
    GrantType,
    Problem,
    Token,
    TokenRequest,
)

BASE = os.environ["BASE_URL"]
ID, SECRET = os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"]


def integrate() -> None:
    form = TokenRequest(grant_type=GrantType.CLIENT_CREDENTIALS, client_id=ID, client_secret=SECRET)
    token = issue_token.sync(client=Client(base_url=BASE), body=form)
    assert isinstance(token, Token), token
    print("token")

    with AuthenticatedClient(base_url=BASE, token=token.access_token) as client:
        made = create(client)
        written = batch(client)
        update(client, made)
        synchronise(client, {made.id, *written})


def create(client: AuthenticatedClient) -> Customer:
    body = CustomerBody(
        name="Python Engines",
        external_id="py-1",
        customer_type=CustomerType.SUPPLIER,
        custom_fields=[CustomFieldValueBody(key="seats", value=25.5), CustomFieldValueBody(key="region", value="north")],
    )
    made = create_customer.sync(client=client, body=body, idempotency_key="py create")
    assert isinstance(made, Customer), made
    assert made.customer_type is CustomerType.SUPPLIER
    assert {field.key: field.value for field in made.custom_fields} == {"seats": 25.5, "region": "north"}
    print("create")
    return made


def batch(client: AuthenticatedClient) -> list[UUID]:
    items = [
        CustomerBody(name="Python Engines", external_id="py-1", customer_type=CustomerType.PROSPECT),
        CustomerBody(name="Python Tools", external_id="py-2"),
        CustomerBody(name=" "),
    ]
    answer = write_customer_batch.sync(client=client, body=CustomerBatch(items=items))
    changed, created, refused = answer.results
    assert isinstance(changed, CustomerBatchWritten) and changed.status == 200, changed
    assert isinstance(created, CustomerBatchWritten) and created.status == 201, created
    assert isinstance(refused, CustomerBatchRefused), refused
    assert refused.error.code is ErrorCode.VALIDATION_FAILED and refused.index == 2
    print("batch")
    return [created.data.id]


def update(client: AuthenticatedClient, made: Customer) -> None:
    body = CustomerBody(name="Python Engines and Sons", external_id="py-1")
    stale = update_customer.sync(made.id, client=client, body=body, if_match='"0"')
    assert isinstance(stale, Problem) and stale.code is ErrorCode.CONCURRENCY_CONFLICT, stale
    first = update_customer.sync_detailed(made.id, client=client, body=body)
    body.industry = "Machinery"
    changed = update_customer.sync(made.id, client=client, body=body, if_match=first.headers["etag"])
    assert isinstance(changed, Customer) and changed.industry == "Machinery", changed
    print("update")


def synchronise(client: AuthenticatedClient, expected: set[UUID]) -> None:
    page = list_customers.sync(client=client, page_size=1)
    seen = {one.id for one in page.data}
    while page.has_more:
        page = list_customers.sync(client=client, page_size=1, cursor=page.next_cursor)
        seen |= {one.id for one in page.data}
    assert expected <= seen, seen
    print("list")

    made = create_customer.sync(client=client, body=CustomerBody(name="Python Later"))
    page = list_customer_changes.sync(client=client, updated_from=page.sync_until_utc)
    changes = [(one.operation, one.entity_id) for one in page.data]
    assert changes == [(ChangeOperation.CREATED, made.id)], changes
    print("feed")


def use() -> None:
    credentials = GetTokenForPublicApiRequest(client_id=ID, client_secret=SECRET)
    token = get_token_for_develop.sync(client=OpenApplicationClient(base_url=BASE), body=credentials)
    with ApplicationClient(base_url=BASE, token=token.data.access_token) as client:
        search = SearchCustomerRequest(
            search_text="python", customer_type=SearchedType.CUSTOMER, sort_by=SearchCustomerSortBy.NAME
        )
        found = search_customer.sync(client=client, body=search)
        names = [one.name for one in found.data.items]
        assert names == ["Python Engines and Sons", "Python Later", "Python Tools"], names
        print("search")

        lead = CreateLeadRequest(last_name="Python", company_name="Python Prospects", source=LeadSource.WEB)
        lead_id = create_lead.sync(client=client, body=lead).data
        preview = preview_lead_conversion.sync(lead_id, client=client).data
        assert preview.can_convert, preview
        body = ExecuteLeadConvertRequest(lead_id=lead_id, version=preview.version, skip_duplicate_check=True)
        result = execute_lead_conversion.sync(client=client, body=body).data
        assert result.lead_id == lead_id and result.customer_created, result
        print("conversion")


integrate()
use()
