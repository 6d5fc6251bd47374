// Made of the document of the public API by `./rapport generate`.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Address: {
            line1: string | null;
            line2: string | null;
            district: string | null;
            city: string | null;
            state: string | null;
            postalCode: string | null;
            countryCode: string | null;
        };
        /** @description An address without any value counts as null. */
        AddressBody: {
            line1?: string | null;
            line2?: string | null;
            district?: string | null;
            city?: string | null;
            state?: string | null;
            postalCode?: string | null;
            /** @description A code of ISO 3166-1 alpha-2 in upper case. */
            countryCode?: string | null;
        };
        Change: {
            /**
             * Format: uuid
             * @description The id of this change.
             */
            id: string;
            resource: string;
            /**
             * Format: uuid
             * @description The id of the changed record.
             */
            entityId: string;
            /** @description A record that leaves what the client may see counts as deleted, one that enters it as updated. */
            operation: components["schemas"]["ChangeOperation"];
            /**
             * Format: date-time
             * @description The `lastModifiedOnUtc` that the change gave the record.
             */
            occurredOnUtc: string;
            /** @description The calling client’s own external id of the record. */
            externalId: string | null;
        };
        /** @enum {string} */
        ChangeOperation: "created" | "updated" | "deleted";
        ChangePage: {
            /** @description The records of the page. */
            data: components["schemas"]["Change"][];
            /** @description The cursor of the next page; null exactly when `hasMore` is false. */
            nextCursor: string | null;
            /** @description Whether there is a next page: it alone says so, because a page that is short or empty need not be the last one. */
            hasMore: boolean;
            /**
             * Format: date-time
             * @description The watermark of the read, the same on each page. Store it, and send it as `updatedFrom` of the next read.
             */
            syncUntilUtc: string;
        };
        Contact: {
            /** Format: uuid */
            id: string;
            customerId: string | null;
            /** @description The name of the customer; null where the client may not see it. */
            customerName: string | null;
            firstName: string | null;
            lastName: string;
            jobTitle: string | null;
            department: string | null;
            email: string | null;
            phone: string | null;
            mobilePhone: string | null;
            isPrimary: boolean;
            birthDate: string | null;
            address: components["schemas"]["Address"] | null;
            doNotCall: boolean;
            emailOptOut: boolean;
            description: string | null;
            /**
             * Format: uuid
             * @description An active user of the tenant. A create without one takes the acting user.
             */
            ownerUserId: string;
            /** @description The calling client’s own id of this contact. Once set it cannot be changed, and null is a change. */
            externalId: string | null;
            /** @description The values that are set. A body without them keeps them; listed fields are updated, and an empty text clears one. */
            customFields: components["schemas"]["CustomFieldValue"][];
            /** Format: date-time */
            createdOnUtc: string;
            /** Format: date-time */
            lastModifiedOnUtc: string;
        };
        ContactBatch: {
            items: components["schemas"]["ContactBody"][];
        };
        ContactBatchAnswer: {
            /** @description One for each item, in their order. */
            results: (components["schemas"]["ContactBatchWritten"] | components["schemas"]["ContactBatchRefused"])[];
        };
        ContactBatchRefused: {
            /** @description The place of the item in the request, from 0. */
            index: number;
            status: number;
            error: components["schemas"]["Problem"];
        };
        ContactBatchWritten: {
            /** @description The place of the item in the request, from 0. */
            index: number;
            /**
             * @description 201: created; 200: updated.
             * @enum {integer}
             */
            status: 200 | 201;
            data: components["schemas"]["Contact"];
        };
        ContactBody: {
            /** Format: uuid */
            readonly id?: string;
            /** @description The name of the customer; null where the client may not see it. */
            readonly customerName?: string | null;
            /** Format: date-time */
            readonly createdOnUtc?: string;
            /** Format: date-time */
            readonly lastModifiedOnUtc?: string;
            /** Format: uuid */
            customerId?: string | null;
            firstName?: string | null;
            lastName: string;
            jobTitle?: string | null;
            department?: string | null;
            /** @description An e-mail address, with at most 64 characters before the @. */
            email?: string | null;
            phone?: string | null;
            mobilePhone?: string | null;
            /** @description Left out or null it is false. */
            isPrimary?: boolean | null;
            /**
             * Format: date
             * @description A day of the calendar from the year 1 to 9999.
             */
            birthDate?: string | null;
            address?: components["schemas"]["AddressBody"] | null;
            /** @description Left out or null it is false. */
            doNotCall?: boolean | null;
            /** @description Left out or null it is false. */
            emailOptOut?: boolean | null;
            description?: string | null;
            /**
             * Format: uuid
             * @description An active user of the tenant. A create without one takes the acting user.
             */
            ownerUserId?: string | null;
            /** @description The calling client’s own id of this contact. Once set it cannot be changed, and null is a change. */
            externalId?: string | null;
            /** @description The values that are set. A body without them keeps them; listed fields are updated, and an empty text clears one. */
            customFields?: components["schemas"]["CustomFieldValueBody"][] | null;
        };
        ContactPage: {
            /** @description The records of the page. */
            data: components["schemas"]["Contact"][];
            /** @description The cursor of the next page; null exactly when `hasMore` is false. */
            nextCursor: string | null;
            /** @description Whether there is a next page: it alone says so, because a page that is short or empty need not be the last one. */
            hasMore: boolean;
            /**
             * Format: date-time
             * @description The watermark of the read, the same on each page. Store it, and send it as `updatedFrom` of the next read.
             */
            syncUntilUtc: string;
        };
        CustomField: {
            /** @description Names the field in `customFields`. It never changes. */
            key: string;
            label: string;
            /** @description A `number` takes any finite JSON number, every other type a text: a `boolean` "true" or "false", a `date` YYYY-MM-DD, a `dateTime` a time with its zone, which goes out as UTC. A `text` and a `textArea` have at most 4,000 characters, a `url` 500, an `email` 254, a `phone` 50. An empty text clears a field of any type. */
            fieldType: components["schemas"]["CustomFieldType"];
            description: string | null;
            /** @description Whether a create must have a value for it. An update may not clear it. */
            isRequired: boolean;
            /** @description The values that a `select` takes; empty for every other type. */
            options: string[];
            displayOrder: number;
        };
        /** @enum {string} */
        CustomFieldModule: "customers" | "contacts" | "leads" | "opportunities";
        /** @enum {string} */
        CustomFieldType: "text" | "textArea" | "number" | "date" | "dateTime" | "boolean" | "select" | "email" | "url" | "phone";
        CustomFieldValue: {
            key: string;
            value: string | number;
        };
        CustomFieldValueBody: {
            key: string;
            value: string | number;
        };
        Customer: {
            /** Format: uuid */
            id: string;
            /** @description Unique in the tenant, ignoring case. A create without one gets a number such as C-000001. */
            code: string;
            name: string;
            customerType: components["schemas"]["CustomerType"];
            email: string | null;
            phone: string | null;
            website: string | null;
            taxNumber: string | null;
            taxOffice: string | null;
            industry: string | null;
            currency: string | null;
            customerGroupId: string | null;
            isActive: boolean;
            address: components["schemas"]["Address"] | null;
            description: string | null;
            /**
             * Format: uuid
             * @description An active user of the tenant. A create without one takes the acting user.
             */
            ownerUserId: string;
            /** @description The calling client’s own id of this customer. Once set it cannot be changed, and null is a change. */
            externalId: string | null;
            /** @description The values that are set. A body without them keeps them; listed fields are updated, and an empty text clears one. */
            customFields: components["schemas"]["CustomFieldValue"][];
            /** Format: date-time */
            createdOnUtc: string;
            /** Format: date-time */
            lastModifiedOnUtc: string;
        };
        CustomerBatch: {
            items: components["schemas"]["CustomerBody"][];
        };
        CustomerBatchAnswer: {
            /** @description One for each item, in their order. */
            results: (components["schemas"]["CustomerBatchWritten"] | components["schemas"]["CustomerBatchRefused"])[];
        };
        CustomerBatchRefused: {
            /** @description The place of the item in the request, from 0. */
            index: number;
            status: number;
            error: components["schemas"]["Problem"];
        };
        CustomerBatchWritten: {
            /** @description The place of the item in the request, from 0. */
            index: number;
            /**
             * @description 201: created; 200: updated.
             * @enum {integer}
             */
            status: 200 | 201;
            data: components["schemas"]["Customer"];
        };
        CustomerBody: {
            /** Format: uuid */
            readonly id?: string;
            /** Format: date-time */
            readonly createdOnUtc?: string;
            /** Format: date-time */
            readonly lastModifiedOnUtc?: string;
            /** @description Unique in the tenant, ignoring case. A create without one gets a number such as C-000001. */
            code?: string | null;
            name: string;
            /** @description Left out or null it is customer. */
            customerType?: components["schemas"]["CustomerType"] | null;
            /** @description An e-mail address, with at most 64 characters before the @. */
            email?: string | null;
            phone?: string | null;
            /** @description An address that starts with http:// or https:// and that a browser would open. */
            website?: string | null;
            taxNumber?: string | null;
            taxOffice?: string | null;
            industry?: string | null;
            /** @description A code of ISO 4217 in upper case. */
            currency?: string | null;
            /** Format: uuid */
            customerGroupId?: string | null;
            /** @description Left out or null it is true. */
            isActive?: boolean | null;
            address?: components["schemas"]["AddressBody"] | null;
            description?: string | null;
            /**
             * Format: uuid
             * @description An active user of the tenant. A create without one takes the acting user.
             */
            ownerUserId?: string | null;
            /** @description The calling client’s own id of this customer. Once set it cannot be changed, and null is a change. */
            externalId?: string | null;
            /** @description The values that are set. A body without them keeps them; listed fields are updated, and an empty text clears one. */
            customFields?: components["schemas"]["CustomFieldValueBody"][] | null;
        };
        CustomerPage: {
            /** @description The records of the page. */
            data: components["schemas"]["Customer"][];
            /** @description The cursor of the next page; null exactly when `hasMore` is false. */
            nextCursor: string | null;
            /** @description Whether there is a next page: it alone says so, because a page that is short or empty need not be the last one. */
            hasMore: boolean;
            /**
             * Format: date-time
             * @description The watermark of the read, the same on each page. Store it, and send it as `updatedFrom` of the next read.
             */
            syncUntilUtc: string;
        };
        /** @enum {string} */
        CustomerType: "customer" | "supplier" | "customerAndSupplier" | "prospect";
        /** @enum {string} */
        ErrorCode: "validation_failed" | "malformed_json" | "invalid_cursor" | "updated_from_too_old" | "idempotency_key_invalid" | "page_out_of_range" | "invalid_request" | "invalid_grant" | "invalid_scope" | "unauthorized_client" | "unsupported_grant_type" | "invalid_client" | "token_missing" | "token_invalid" | "token_expired" | "client_disabled" | "insufficient_scope" | "permission_denied" | "subscription_required" | "plan_limit_reached" | "email_unverified" | "not_found" | "route_not_found" | "method_not_allowed" | "not_acceptable" | "external_id_conflict" | "external_id_immutable" | "code_conflict" | "name_conflict" | "email_conflict" | "idempotency_key_reused" | "idempotency_in_progress" | "concurrency_conflict" | "lead_converted" | "duplicate_found" | "invalid_transition" | "resource_in_use" | "hierarchy_cycle" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "rate_limited" | "internal_error" | "service_unavailable";
        /** @enum {string} */
        GrantType: "client_credentials" | "authorization_code" | "refresh_token";
        Introspection: {
            /** @constant */
            active: true;
            /** @description The scopes of the token that its client still has. */
            scope: string;
            client_id: string;
            /** @constant */
            token_type: "Bearer";
            exp: number;
            iat: number;
            sub: string;
            aud: string | string[];
            iss: string;
            jti: string;
            /** Format: uuid */
            tenant_id: string;
        } | {
            /** @constant */
            active: false;
        };
        KeySet: {
            keys: {
                kty: string;
                kid: string;
                alg: string;
                use: string;
                crv?: string;
                x?: string;
                y?: string;
                n?: string;
                e?: string;
            }[];
        };
        Lead: {
            /** Format: uuid */
            id: string;
            firstName: string | null;
            /** @description A lead has a last name or a company name. */
            lastName: string | null;
            companyName: string | null;
            jobTitle: string | null;
            email: string | null;
            phone: string | null;
            mobilePhone: string | null;
            website: string | null;
            source: components["schemas"]["LeadSource"] | null;
            rating: components["schemas"]["LeadRating"] | null;
            industry: string | null;
            /** Format: double */
            estimatedValue: number | null;
            currency: string | null;
            address: components["schemas"]["Address"] | null;
            campaignId: string | null;
            description: string | null;
            status: components["schemas"]["LeadStatus"];
            /**
             * Format: uuid
             * @description An active user of the tenant. A create without one takes the acting user.
             */
            ownerUserId: string;
            /** @description The calling client’s own id of this lead. Once set it cannot be changed, and null is a change. */
            externalId: string | null;
            /** @description The values that are set. A body without them keeps them; listed fields are updated, and an empty text clears one. */
            customFields: components["schemas"]["CustomFieldValue"][];
            /** Format: date-time */
            createdOnUtc: string;
            /** Format: date-time */
            lastModifiedOnUtc: string;
        };
        LeadBatch: {
            items: components["schemas"]["LeadBody"][];
        };
        LeadBatchAnswer: {
            /** @description One for each item, in their order. */
            results: (components["schemas"]["LeadBatchWritten"] | components["schemas"]["LeadBatchRefused"])[];
        };
        LeadBatchRefused: {
            /** @description The place of the item in the request, from 0. */
            index: number;
            status: number;
            error: components["schemas"]["Problem"];
        };
        LeadBatchWritten: {
            /** @description The place of the item in the request, from 0. */
            index: number;
            /**
             * @description 201: created; 200: updated.
             * @enum {integer}
             */
            status: 200 | 201;
            data: components["schemas"]["Lead"];
        };
        LeadBody: {
            /** Format: uuid */
            readonly id?: string;
            readonly status?: components["schemas"]["LeadStatus"];
            /** Format: date-time */
            readonly createdOnUtc?: string;
            /** Format: date-time */
            readonly lastModifiedOnUtc?: string;
            firstName?: string | null;
            /** @description A lead has a last name or a company name. */
            lastName?: string | null;
            companyName?: string | null;
            jobTitle?: string | null;
            /** @description An e-mail address, with at most 64 characters before the @. */
            email?: string | null;
            phone?: string | null;
            mobilePhone?: string | null;
            /** @description An address that starts with http:// or https:// and that a browser would open. */
            website?: string | null;
            source?: components["schemas"]["LeadSource"] | null;
            rating?: components["schemas"]["LeadRating"] | null;
            industry?: string | null;
            /**
             * Format: double
             * @description At most four decimals.
             */
            estimatedValue?: number | null;
            /** @description A code of ISO 4217 in upper case. */
            currency?: string | null;
            address?: components["schemas"]["AddressBody"] | null;
            /** Format: uuid */
            campaignId?: string | null;
            description?: string | null;
            /**
             * Format: uuid
             * @description An active user of the tenant. A create without one takes the acting user.
             */
            ownerUserId?: string | null;
            /** @description The calling client’s own id of this lead. Once set it cannot be changed, and null is a change. */
            externalId?: string | null;
            /** @description The values that are set. A body without them keeps them; listed fields are updated, and an empty text clears one. */
            customFields?: components["schemas"]["CustomFieldValueBody"][] | null;
        } & ({
            lastName: string;
        } | {
            companyName: string;
        });
        LeadPage: {
            /** @description The records of the page. */
            data: components["schemas"]["Lead"][];
            /** @description The cursor of the next page; null exactly when `hasMore` is false. */
            nextCursor: string | null;
            /** @description Whether there is a next page: it alone says so, because a page that is short or empty need not be the last one. */
            hasMore: boolean;
            /**
             * Format: date-time
             * @description The watermark of the read, the same on each page. Store it, and send it as `updatedFrom` of the next read.
             */
            syncUntilUtc: string;
        };
        /** @enum {string} */
        LeadRating: "hot" | "warm" | "cold";
        /** @enum {string} */
        LeadSource: "web" | "referral" | "campaign" | "event" | "coldCall" | "email" | "partner" | "existingCustomer" | "socialMedia" | "other";
        /** @enum {string} */
        LeadStatus: "new" | "contacted" | "nurturing" | "qualified" | "unqualified" | "converted";
        /**
         * @example {
         *       "error": "invalid_client",
         *       "error_description": "Client authentication failed.",
         *       "error_uri": "/docs/errors/invalid_client",
         *       "type": "about:blank",
         *       "title": "Unauthorized",
         *       "status": 401,
         *       "detail": "Client authentication failed.",
         *       "instance": "/connect/token",
         *       "code": "invalid_client",
         *       "help": "/docs/errors/invalid_client",
         *       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736"
         *     }
         */
        OAuthProblem: {
            /** @description The error of RFC 6749. */
            error: string;
            /** @description The same text as `detail`, in ASCII. */
            error_description: string;
            /** @description The same page as `help`. */
            error_uri: string;
            /** @description Always `about:blank`: `code` decides. */
            type: string;
            /** @description The phrase of the HTTP status. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What is wrong and how to fix it, for people. */
            detail: string;
            /** @description The path of the request. */
            instance: string;
            /** @description What is wrong, for programs. */
            code: components["schemas"]["ErrorCode"];
            /** @description The page of `code`, which says what to do: a path of the base address. */
            help: string;
            /** @description The id to quote when you report the problem; it is in the header `traceresponse` too. */
            traceId: string;
            /** @description With `validation_failed`: from JSON path (`customFields[0].key`), parameter or header to what is wrong there. */
            errors?: {
                [key: string]: string[];
            };
        };
        /** @description A document of OpenAPI 3.1. */
        OpenApiDocument: {
            openapi: string;
            info: {
                [key: string]: unknown;
            };
            paths: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            components: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        Opportunity: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Required unless there is a leadId. */
            customerId: string | null;
            /** @description The name of the customer; null where the client may not see it. */
            customerName: string | null;
            /** @description Need not belong to the customer. */
            contactId: string | null;
            /** @description The name of the contact; null where the client may not see it. */
            contactName: string | null;
            leadId: string | null;
            /** @description The name of the lead, or its company’s; null where the client may not see it. */
            leadName: string | null;
            /** Format: double */
            amount: number | null;
            currency: string | null;
            /** @description In percent. Left out, it is the default of the stage. */
            probability: number;
            expectedCloseDate: string | null;
            source: components["schemas"]["LeadSource"] | null;
            campaignId: string | null;
            description: string | null;
            stage: components["schemas"]["OpportunityStage"];
            /**
             * Format: uuid
             * @description An active user of the tenant. A create without one takes the acting user.
             */
            ownerUserId: string;
            /** @description The calling client’s own id of this opportunity. Once set it cannot be changed, and null is a change. */
            externalId: string | null;
            /** @description The values that are set. A body without them keeps them; listed fields are updated, and an empty text clears one. */
            customFields: components["schemas"]["CustomFieldValue"][];
            /** Format: date-time */
            createdOnUtc: string;
            /** Format: date-time */
            lastModifiedOnUtc: string;
        };
        OpportunityBatch: {
            items: components["schemas"]["OpportunityBody"][];
        };
        OpportunityBatchAnswer: {
            /** @description One for each item, in their order. */
            results: (components["schemas"]["OpportunityBatchWritten"] | components["schemas"]["OpportunityBatchRefused"])[];
        };
        OpportunityBatchRefused: {
            /** @description The place of the item in the request, from 0. */
            index: number;
            status: number;
            error: components["schemas"]["Problem"];
        };
        OpportunityBatchWritten: {
            /** @description The place of the item in the request, from 0. */
            index: number;
            /**
             * @description 201: created; 200: updated.
             * @enum {integer}
             */
            status: 200 | 201;
            data: components["schemas"]["Opportunity"];
        };
        OpportunityBody: {
            /** Format: uuid */
            readonly id?: string;
            /** @description The name of the customer; null where the client may not see it. */
            readonly customerName?: string | null;
            /** @description The name of the contact; null where the client may not see it. */
            readonly contactName?: string | null;
            /** @description The name of the lead, or its company’s; null where the client may not see it. */
            readonly leadName?: string | null;
            readonly stage?: components["schemas"]["OpportunityStage"];
            /** Format: date-time */
            readonly createdOnUtc?: string;
            /** Format: date-time */
            readonly lastModifiedOnUtc?: string;
            name: string;
            /**
             * Format: uuid
             * @description Required unless there is a leadId.
             */
            customerId?: string | null;
            /**
             * Format: uuid
             * @description Need not belong to the customer.
             */
            contactId?: string | null;
            /** Format: uuid */
            leadId?: string | null;
            /**
             * Format: double
             * @description At most four decimals.
             */
            amount?: number | null;
            /** @description A code of ISO 4217 in upper case. */
            currency?: string | null;
            /** @description In percent. Left out, it is the default of the stage. */
            probability?: number | null;
            /**
             * Format: date
             * @description A day of the calendar from the year 1 to 9999.
             */
            expectedCloseDate?: string | null;
            source?: components["schemas"]["LeadSource"] | null;
            /** Format: uuid */
            campaignId?: string | null;
            description?: string | null;
            /**
             * Format: uuid
             * @description An active user of the tenant. A create without one takes the acting user.
             */
            ownerUserId?: string | null;
            /** @description The calling client’s own id of this opportunity. Once set it cannot be changed, and null is a change. */
            externalId?: string | null;
            /** @description The values that are set. A body without them keeps them; listed fields are updated, and an empty text clears one. */
            customFields?: components["schemas"]["CustomFieldValueBody"][] | null;
        } & ({
            customerId: string;
        } | {
            leadId: string;
        });
        OpportunityPage: {
            /** @description The records of the page. */
            data: components["schemas"]["Opportunity"][];
            /** @description The cursor of the next page; null exactly when `hasMore` is false. */
            nextCursor: string | null;
            /** @description Whether there is a next page: it alone says so, because a page that is short or empty need not be the last one. */
            hasMore: boolean;
            /**
             * Format: date-time
             * @description The watermark of the read, the same on each page. Store it, and send it as `updatedFrom` of the next read.
             */
            syncUntilUtc: string;
        };
        /** @enum {string} */
        OpportunityStage: "prospecting" | "qualification" | "proposal" | "negotiation" | "closedWon" | "closedLost";
        PresentedToken: {
            /** @description The access token. At the revocation a refresh token too, which ends its session. */
            token: string;
            /** @description Any value; a token is recognised without it. */
            token_type_hint?: string;
            /** @description Where the client is not in HTTP Basic. It may be in both, and is the same then. */
            client_id?: string;
            /** @description Here or in HTTP Basic, and not in both. */
            client_secret?: string;
        };
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "Not Found",
         *       "status": 404,
         *       "detail": "There is no such record among the customers, or this client may not see it.",
         *       "instance": "/api/v1/customers/01981d3c-7a40-7bb2-9d3e-5a1f8c2b4e60",
         *       "code": "not_found",
         *       "help": "/docs/errors/not_found",
         *       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736"
         *     }
         */
        Problem: {
            /** @description Always `about:blank`: `code` decides. */
            type: string;
            /** @description The phrase of the HTTP status. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What is wrong and how to fix it, for people. */
            detail: string;
            /** @description The path of the request. */
            instance: string;
            /** @description What is wrong, for programs. */
            code: components["schemas"]["ErrorCode"];
            /** @description The page of `code`, which says what to do: a path of the base address. */
            help: string;
            /** @description The id to quote when you report the problem; it is in the header `traceresponse` too. */
            traceId: string;
            /** @description With `validation_failed`: from JSON path (`customFields[0].key`), parameter or header to what is wrong there. */
            errors?: {
                [key: string]: string[];
            };
        };
        ServerMetadata: {
            issuer: string;
            authorization_endpoint: string;
            token_endpoint: string;
            introspection_endpoint: string;
            revocation_endpoint: string;
            jwks_uri: string;
            grant_types_supported: string[];
            scopes_supported: string[];
            token_endpoint_auth_methods_supported: string[];
            introspection_endpoint_auth_methods_supported: string[];
            revocation_endpoint_auth_methods_supported: string[];
            response_types_supported: string[];
            code_challenge_methods_supported: string[];
            authorization_response_iss_parameter_supported: boolean;
            subject_types_supported: string[];
            id_token_signing_alg_values_supported: string[];
        };
        Token: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            /** @description Seconds. */
            expires_in: number;
            /** @description Of an API client's token. A person's has none. */
            scope?: string;
            /** @description Beside a person's token alone; an API client asks again. */
            refresh_token?: string;
        };
        TokenRequest: {
            grant_type: components["schemas"]["GrantType"];
            /** @description Where the client is not in HTTP Basic. It may be in both, and is the same then. */
            client_id?: string;
            /** @description Here or in HTTP Basic, and not in both. */
            client_secret?: string;
            /** @description Scopes with spaces between them; empty means every scope of the client. */
            scope?: string;
            /** @description Of a person who signed in, for authorization_code. */
            code?: string;
            /** @description The address to which the code came, for authorization_code. */
            redirect_uri?: string;
            /** @description The text whose SHA-256 the code was asked with, for authorization_code. */
            code_verifier?: string;
            /** @description For authorization_code: with `online` there is no refresh token, and the session ends with its access token. */
            access_type?: string;
            /** @description For refresh_token. It is replaced at each use. */
            refresh_token?: string;
        };
        User: {
            /** Format: uuid */
            id: string;
            name: string;
            email: string;
            /** @description Whether records can be given to the user. */
            isActive: boolean;
            teamId: string | null;
        };
        UserPage: {
            /** @description The users of the page. */
            data: components["schemas"]["User"][];
            /** @description The cursor of the next page; null exactly when `hasMore` is false. */
            nextCursor: string | null;
            hasMore: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
