// Plays what an integrator does with the clients that oapi-codegen makes of the two documents.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"github.com/google/uuid"

	"rapport/tools/clients/go/application"
	"rapport/tools/clients/go/public"
)

var (
	ctx    = context.Background()
	base   = os.Getenv("BASE_URL")
	id     = os.Getenv("CLIENT_ID")
	secret = os.Getenv("CLIENT_SECRET")
)

func main() {
	integrate()
	use()
}

func integrate() {
	open := must(public.NewClientWithResponses(base))
	form := public.TokenRequest{GrantType: public.ClientCredentials, ClientId: &id, ClientSecret: &secret}
	token := must(open.IssueTokenWithFormdataBodyWithResponse(ctx, form)).JSON200
	assert(token != nil, "a token")
	fmt.Println("token")

	api := must(public.NewClientWithResponses(base, public.WithRequestEditorFn(bearer(token.AccessToken))))
	made := create(api)
	other := batch(api)
	update(api, made)
	synchronise(api, made, other)
}

func create(api *public.ClientWithResponses) uuid.UUID {
	fields := []public.CustomFieldValueBody{{Key: "seats"}, {Key: "region"}}
	check(fields[0].Value.FromCustomFieldValueBodyValue1(25.5))
	check(fields[1].Value.FromCustomFieldValueBodyValue0("north"))
	kind := public.CustomerTypeSupplier
	body := public.CustomerBody{Name: "Go Engines", ExternalId: text("go-1"), CustomerType: &kind, CustomFields: &fields}
	params := public.CreateCustomerParams{IdempotencyKey: text("go create")}
	made := must(api.CreateCustomerWithResponse(ctx, &params, body)).JSON201
	assert(made != nil && made.CustomerType == public.CustomerTypeSupplier && len(made.CustomFields) == 2, "a customer")
	fmt.Println("create")
	return made.Id
}

func batch(api *public.ClientWithResponses) uuid.UUID {
	kind := public.CustomerTypeProspect
	items := []public.CustomerBody{
		{Name: "Go Engines", ExternalId: text("go-1"), CustomerType: &kind},
		{Name: "Go Tools", ExternalId: text("go-2")},
		{Name: " "},
	}
	answer := must(api.WriteCustomerBatchWithResponse(ctx, nil, public.CustomerBatch{Items: items})).JSON200
	assert(answer != nil && len(answer.Results) == 3, "an answer for each item")
	changed := must(answer.Results[0].AsCustomerBatchWritten())
	created := must(answer.Results[1].AsCustomerBatchWritten())
	refused := must(answer.Results[2].AsCustomerBatchRefused())
	assert(changed.Status == 200 && created.Status == 201, "an update and a create")
	assert(refused.Error.Code == public.ValidationFailed, "a refusal")
	fmt.Println("batch")
	return created.Data.Id
}

func update(api *public.ClientWithResponses, made uuid.UUID) {
	body := public.CustomerBody{Name: "Go Engines and Sons", ExternalId: text("go-1")}
	stale := must(api.UpdateCustomerWithResponse(ctx, made, &public.UpdateCustomerParams{IfMatch: text(`"0"`)}, body))
	problem := stale.ApplicationproblemJSON409
	assert(problem != nil && problem.Code == public.ConcurrencyConflict, "a conflict")
	first := must(api.UpdateCustomerWithResponse(ctx, made, nil, body))
	etag := first.HTTPResponse.Header.Get("ETag")
	body.Industry = text("Machinery")
	changed := must(api.UpdateCustomerWithResponse(ctx, made, &public.UpdateCustomerParams{IfMatch: &etag}, body)).JSON200
	assert(changed != nil && *changed.Industry == "Machinery", "an update")
	fmt.Println("update")
}

func synchronise(api *public.ClientWithResponses, expected ...uuid.UUID) {
	seen := map[uuid.UUID]bool{}
	size := 1
	page := must(api.ListCustomersWithResponse(ctx, &public.ListCustomersParams{PageSize: &size})).JSON200
	for {
		for _, one := range page.Data {
			seen[one.Id] = true
		}
		if !page.HasMore {
			break
		}
		params := public.ListCustomersParams{PageSize: &size, Cursor: page.NextCursor}
		page = must(api.ListCustomersWithResponse(ctx, &params)).JSON200
	}
	for _, one := range expected {
		assert(seen[one], "every customer")
	}
	fmt.Println("list")

	later := must(api.CreateCustomerWithResponse(ctx, nil, public.CustomerBody{Name: "Go Later"})).JSON201
	params := public.ListCustomerChangesParams{UpdatedFrom: &page.SyncUntilUtc}
	feed := must(api.ListCustomerChangesWithResponse(ctx, &params)).JSON200
	assert(len(feed.Data) == 1 && feed.Data[0].EntityId == later.Id, "one change")
	assert(feed.Data[0].Operation == public.Created, "a create")
	fmt.Println("feed")
}

func use() {
	open := must(application.NewClientWithResponses(base))
	credentials := application.GetTokenForPublicApiRequest{ClientId: id, ClientSecret: secret}
	token := must(open.GetTokenForDevelopWithResponse(ctx, credentials)).JSON200
	assert(token != nil, "a token for development")
	editor := application.WithRequestEditorFn(bearer(token.Data.AccessToken))
	api := must(application.NewClientWithResponses(base, editor))

	kind, sort := application.CustomerTypeCustomer, application.SearchCustomerSortByName
	search := application.SearchCustomerRequest{SearchText: text("go"), CustomerType: &kind, SortBy: &sort}
	found := must(api.SearchCustomerWithResponse(ctx, search)).JSON200
	names := []string{}
	for _, one := range found.Data.Items {
		names = append(names, one.Name)
	}
	assert(fmt.Sprint(names) == "[Go Engines and Sons Go Later Go Tools]", fmt.Sprint(names))
	fmt.Println("search")

	source := application.LeadSourceWeb
	body := application.CreateLeadRequest{LastName: text("Go"), CompanyName: text("Go Prospects"), Source: &source}
	lead := must(api.CreateLeadWithResponse(ctx, nil, body)).JSON200.Data
	preview := must(api.PreviewLeadConversionWithResponse(ctx, *lead)).JSON200.Data
	assert(preview.CanConvert, "a lead that can be converted")
	skips := true
	execution := application.ExecuteLeadConvertRequest{LeadId: *lead, Version: &preview.Version, SkipDuplicateCheck: &skips}
	result := must(api.ExecuteLeadConversionWithResponse(ctx, nil, execution)).JSON200
	assert(result != nil && result.Data.CustomerCreated, "a conversion")
	fmt.Println("conversion")
}

func bearer(token string) func(context.Context, *http.Request) error {
	return func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
}

func text(value string) *string { return &value }

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func assert(holds bool, what string) {
	if !holds {
		panic("there is not: " + what)
	}
}
