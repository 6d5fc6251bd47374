// Made of the kinds and contracts by `./rapport generate`.

import type { List } from '../described.ts';

export const lists = {
  "customers": {
    "one": "customer",
    "operations": {
      "search": "searchCustomer",
      "get": "getCustomer",
      "create": "createCustomer",
      "update": "updateCustomer",
      "delete": "deleteCustomer"
    },
    "members": {
      "code": {
        "type": "text",
        "max": 50,
        "about": "Unique in the tenant, ignoring case. A create without one gets a number such as C-000001."
      },
      "name": {
        "type": "text",
        "max": 200,
        "isRequired": true
      },
      "customerType": {
        "type": "word",
        "words": [
          "customer",
          "supplier",
          "customerAndSupplier",
          "prospect"
        ],
        "default": "customer",
        "about": "Left out or null it is customer."
      },
      "email": {
        "type": "email",
        "max": 254,
        "about": "An e-mail address, with at most 64 characters before the @."
      },
      "phone": {
        "type": "phone",
        "max": 50
      },
      "website": {
        "type": "website",
        "max": 500,
        "about": "An address that starts with http:// or https:// and that a browser would open."
      },
      "taxNumber": {
        "type": "text",
        "max": 200
      },
      "taxOffice": {
        "type": "text",
        "max": 200
      },
      "industry": {
        "type": "text",
        "max": 200
      },
      "currency": {
        "type": "currency",
        "about": "A code of ISO 4217 in upper case."
      },
      "customerGroupId": {
        "type": "id",
        "of": "customerGroups",
        "name": "customerGroupName"
      },
      "isActive": {
        "type": "flag",
        "default": true,
        "about": "Left out or null it is true."
      },
      "address": {
        "type": "address",
        "about": "An address without any value counts as null."
      },
      "description": {
        "type": "lines",
        "max": 4000
      },
      "creditLimit": {
        "type": "amount",
        "min": -99999999999.9999,
        "max": 99999999999.9999,
        "about": "At most four decimals."
      },
      "paymentTermDays": {
        "type": "integer",
        "min": 0,
        "max": 10000
      },
      "tags": {
        "type": "texts",
        "countMax": 50,
        "default": [],
        "about": "Up to 50 texts of up to 50 characters, each once, ignoring case."
      },
      "parentCustomerId": {
        "type": "id",
        "of": "customers",
        "name": "parentCustomerName"
      },
      "customFields": {
        "type": "customFields",
        "countMax": 100,
        "about": "The values that are set. A body without them keeps them; listed fields are updated, and an empty text clears one."
      },
      "ownerUserId": {
        "type": "id",
        "of": "users",
        "name": "ownerName",
        "about": "An active user of the tenant. A create without one takes the acting user."
      },
      "createdOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "lastModifiedOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "contactCount": {
        "type": "integer",
        "about": "null where the caller may not read contacts.",
        "isReadOnly": true
      },
      "openOpportunityCount": {
        "type": "integer",
        "about": "null where the caller may not read opportunities.",
        "isReadOnly": true
      },
      "openOpportunityAmount": {
        "type": "amounts",
        "about": "null where the caller may not read opportunities.",
        "isReadOnly": true
      },
      "lastActivityOnUtc": {
        "type": "time",
        "about": "When the newest activity of the customer was changed; null where the caller may not read activities.",
        "isReadOnly": true
      },
      "defaultShippingAddress": {
        "type": "address",
        "isReadOnly": true
      }
    },
    "items": [
      "id",
      "code",
      "name",
      "customerType",
      "email",
      "phone",
      "website",
      "taxNumber",
      "taxOffice",
      "industry",
      "currency",
      "customerGroupId",
      "isActive",
      "address",
      "customerGroupName",
      "creditLimit",
      "paymentTermDays",
      "tags",
      "parentCustomerId",
      "parentCustomerName",
      "ownerUserId",
      "ownerName",
      "createdOnUtc",
      "lastModifiedOnUtc"
    ],
    "words": [
      "code",
      "name",
      "email",
      "phone",
      "taxNumber"
    ],
    "filters": {
      "id": [
        "eq",
        "in"
      ],
      "createdOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "lastModifiedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "code": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith"
      ],
      "name": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith"
      ],
      "email": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith",
        "isNull",
        "isNotNull"
      ],
      "taxNumber": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith",
        "isNull",
        "isNotNull"
      ],
      "customerType": [
        "eq",
        "ne",
        "in"
      ],
      "customerGroupId": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "ownerUserId": [
        "eq",
        "ne",
        "in"
      ],
      "isActive": [
        "eq",
        "ne"
      ],
      "parentCustomerId": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ]
    },
    "sorts": [
      "createdOnUtc",
      "lastModifiedOnUtc",
      "name",
      "code"
    ]
  },
  "contacts": {
    "one": "contact",
    "operations": {
      "search": "searchContact",
      "get": "getContact",
      "create": "createContact",
      "update": "updateContact",
      "delete": "deleteContact"
    },
    "members": {
      "customerId": {
        "type": "id",
        "of": "customers",
        "name": "customerName"
      },
      "firstName": {
        "type": "text",
        "max": 200
      },
      "lastName": {
        "type": "text",
        "max": 200,
        "isRequired": true
      },
      "jobTitle": {
        "type": "text",
        "max": 200
      },
      "department": {
        "type": "text",
        "max": 200
      },
      "email": {
        "type": "email",
        "max": 254,
        "about": "An e-mail address, with at most 64 characters before the @."
      },
      "phone": {
        "type": "phone",
        "max": 50
      },
      "mobilePhone": {
        "type": "phone",
        "max": 50
      },
      "isPrimary": {
        "type": "flag",
        "default": false,
        "about": "Left out or null it is false."
      },
      "birthDate": {
        "type": "date",
        "about": "A day of the calendar from the year 1 to 9999."
      },
      "address": {
        "type": "address",
        "about": "An address without any value counts as null."
      },
      "doNotCall": {
        "type": "flag",
        "default": false,
        "about": "Left out or null it is false."
      },
      "emailOptOut": {
        "type": "flag",
        "default": false,
        "about": "Left out or null it is false."
      },
      "description": {
        "type": "lines",
        "max": 4000
      },
      "customFields": {
        "type": "customFields",
        "countMax": 100,
        "about": "The values that are set. A body without them keeps them; listed fields are updated, and an empty text clears one."
      },
      "ownerUserId": {
        "type": "id",
        "of": "users",
        "name": "ownerName",
        "about": "An active user of the tenant. A create without one takes the acting user."
      },
      "createdOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "lastModifiedOnUtc": {
        "type": "time",
        "isReadOnly": true
      }
    },
    "items": [
      "id",
      "customerId",
      "customerName",
      "firstName",
      "lastName",
      "jobTitle",
      "department",
      "email",
      "phone",
      "mobilePhone",
      "isPrimary",
      "birthDate",
      "address",
      "doNotCall",
      "emailOptOut",
      "ownerUserId",
      "ownerName",
      "createdOnUtc",
      "lastModifiedOnUtc"
    ],
    "words": [
      "firstName",
      "lastName",
      "email",
      "phone",
      "mobilePhone"
    ],
    "filters": {
      "id": [
        "eq",
        "in"
      ],
      "createdOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "lastModifiedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "customerId": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "email": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith",
        "isNull",
        "isNotNull"
      ],
      "lastName": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith"
      ],
      "ownerUserId": [
        "eq",
        "ne",
        "in"
      ],
      "isPrimary": [
        "eq",
        "ne"
      ]
    },
    "sorts": [
      "createdOnUtc",
      "lastModifiedOnUtc",
      "lastName"
    ]
  },
  "leads": {
    "one": "lead",
    "operations": {
      "search": "searchLead",
      "get": "getLead",
      "create": "createLead",
      "update": "updateLead",
      "delete": "deleteLead",
      "step": "setLeadStatus"
    },
    "members": {
      "firstName": {
        "type": "text",
        "max": 200
      },
      "lastName": {
        "type": "text",
        "max": 200,
        "about": "A lead has a last name or a company name."
      },
      "companyName": {
        "type": "text",
        "max": 200
      },
      "jobTitle": {
        "type": "text",
        "max": 200
      },
      "email": {
        "type": "email",
        "max": 254,
        "about": "An e-mail address, with at most 64 characters before the @."
      },
      "phone": {
        "type": "phone",
        "max": 50
      },
      "mobilePhone": {
        "type": "phone",
        "max": 50
      },
      "website": {
        "type": "website",
        "max": 500,
        "about": "An address that starts with http:// or https:// and that a browser would open."
      },
      "source": {
        "type": "word",
        "words": [
          "web",
          "referral",
          "campaign",
          "event",
          "coldCall",
          "email",
          "partner",
          "existingCustomer",
          "socialMedia",
          "other"
        ],
        "about": "A request may say the number in place of the name: 1 web, 2 referral, 3 campaign, 4 event, 5 coldCall, 6 email, 7 partner, 8 existingCustomer, 9 socialMedia, 99 other."
      },
      "rating": {
        "type": "word",
        "words": [
          "hot",
          "warm",
          "cold"
        ],
        "about": "A request may say the number in place of the name: 1 hot, 2 warm, 3 cold."
      },
      "industry": {
        "type": "text",
        "max": 200
      },
      "estimatedValue": {
        "type": "amount",
        "min": -99999999999.9999,
        "max": 99999999999.9999,
        "about": "At most four decimals."
      },
      "currency": {
        "type": "currency",
        "about": "A code of ISO 4217 in upper case."
      },
      "address": {
        "type": "address",
        "about": "An address without any value counts as null."
      },
      "campaignId": {
        "type": "id",
        "of": "campaigns",
        "name": "campaignName"
      },
      "description": {
        "type": "lines",
        "max": 4000
      },
      "status": {
        "type": "word",
        "words": [
          "new",
          "contacted",
          "nurturing",
          "qualified",
          "unqualified",
          "converted"
        ],
        "default": "new",
        "about": "A request may say the number in place of the name: 1 new, 2 contacted, 3 nurturing, 4 qualified, 5 unqualified, 6 converted.",
        "isReadOnly": true
      },
      "lostReason": {
        "type": "text",
        "max": 500
      },
      "convertedOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "convertedCustomerId": {
        "type": "id",
        "of": "customers",
        "about": "Null where the lead is not converted, or it is gone.",
        "isReadOnly": true
      },
      "convertedContactId": {
        "type": "id",
        "of": "contacts",
        "about": "Null where the lead is not converted, or it is gone.",
        "isReadOnly": true
      },
      "convertedOpportunityId": {
        "type": "id",
        "of": "opportunities",
        "about": "Null where the lead is not converted, or it is gone.",
        "isReadOnly": true
      },
      "customFields": {
        "type": "customFields",
        "countMax": 100,
        "about": "The values that are set. A body without them keeps them; listed fields are updated, and an empty text clears one."
      },
      "ownerUserId": {
        "type": "id",
        "of": "users",
        "name": "ownerName",
        "about": "An active user of the tenant. A create without one takes the acting user."
      },
      "createdOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "lastModifiedOnUtc": {
        "type": "time",
        "isReadOnly": true
      }
    },
    "items": [
      "id",
      "firstName",
      "lastName",
      "companyName",
      "jobTitle",
      "email",
      "phone",
      "mobilePhone",
      "website",
      "source",
      "rating",
      "industry",
      "estimatedValue",
      "currency",
      "address",
      "campaignId",
      "status",
      "campaignName",
      "lostReason",
      "convertedOnUtc",
      "convertedCustomerId",
      "convertedContactId",
      "convertedOpportunityId",
      "ownerUserId",
      "ownerName",
      "createdOnUtc",
      "lastModifiedOnUtc"
    ],
    "words": [
      "firstName",
      "lastName",
      "companyName",
      "email",
      "phone",
      "mobilePhone"
    ],
    "filters": {
      "id": [
        "eq",
        "in"
      ],
      "createdOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "lastModifiedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "status": [
        "eq",
        "ne",
        "in"
      ],
      "source": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "ownerUserId": [
        "eq",
        "ne",
        "in"
      ],
      "rating": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "campaignId": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "email": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith",
        "isNull",
        "isNotNull"
      ],
      "companyName": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith",
        "isNull",
        "isNotNull"
      ]
    },
    "sorts": [
      "createdOnUtc",
      "lastModifiedOnUtc",
      "companyName",
      "lastName"
    ],
    "states": {
      "member": "status",
      "from": {
        "new": [
          "contacted",
          "nurturing",
          "qualified",
          "unqualified"
        ],
        "contacted": [
          "nurturing",
          "qualified",
          "unqualified"
        ],
        "nurturing": [
          "contacted",
          "qualified",
          "unqualified"
        ],
        "qualified": [
          "contacted",
          "nurturing",
          "unqualified"
        ],
        "unqualified": [
          "new"
        ],
        "converted": []
      },
      "reason": {
        "member": "lostReason",
        "states": [
          "unqualified"
        ],
        "isRequired": false
      },
      "otherwise": {
        "converted": "POST /api/v1/lead/convert converts a lead."
      }
    }
  },
  "opportunities": {
    "one": "opportunity",
    "operations": {
      "search": "searchOpportunity",
      "get": "getOpportunity",
      "create": "createOpportunity",
      "update": "updateOpportunity",
      "delete": "deleteOpportunity",
      "step": "setOpportunityStage"
    },
    "members": {
      "name": {
        "type": "text",
        "max": 200,
        "isRequired": true
      },
      "customerId": {
        "type": "id",
        "of": "customers",
        "name": "customerName",
        "about": "Required unless there is a leadId."
      },
      "contactId": {
        "type": "id",
        "of": "contacts",
        "name": "contactName",
        "about": "Need not belong to the customer."
      },
      "leadId": {
        "type": "id",
        "of": "leads",
        "name": "leadName"
      },
      "amount": {
        "type": "amount",
        "min": 0,
        "max": 99999999999.9999,
        "about": "At most four decimals."
      },
      "currency": {
        "type": "currency",
        "about": "A code of ISO 4217 in upper case."
      },
      "probability": {
        "type": "integer",
        "min": 0,
        "max": 100,
        "defaultBy": {
          "member": "stage",
          "values": {
            "prospecting": 10,
            "qualification": 20,
            "proposal": 50,
            "negotiation": 80,
            "closedWon": 100,
            "closedLost": 0
          }
        },
        "about": "In percent. Left out, it is the default of the stage."
      },
      "expectedCloseDate": {
        "type": "date",
        "about": "A day of the calendar from the year 1 to 9999."
      },
      "source": {
        "type": "word",
        "words": [
          "web",
          "referral",
          "campaign",
          "event",
          "coldCall",
          "email",
          "partner",
          "existingCustomer",
          "socialMedia",
          "other"
        ],
        "about": "A request may say the number in place of the name: 1 web, 2 referral, 3 campaign, 4 event, 5 coldCall, 6 email, 7 partner, 8 existingCustomer, 9 socialMedia, 99 other."
      },
      "campaignId": {
        "type": "id",
        "of": "campaigns",
        "name": "campaignName"
      },
      "description": {
        "type": "lines",
        "max": 4000
      },
      "stage": {
        "type": "word",
        "words": [
          "prospecting",
          "qualification",
          "proposal",
          "negotiation",
          "closedWon",
          "closedLost"
        ],
        "default": "prospecting",
        "about": "A request may say the number in place of the name: 1 prospecting, 2 qualification, 3 proposal, 4 negotiation, 5 closedWon, 6 closedLost.",
        "isReadOnly": true
      },
      "lostReason": {
        "type": "text",
        "max": 500
      },
      "closedOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "customFields": {
        "type": "customFields",
        "countMax": 100,
        "about": "The values that are set. A body without them keeps them; listed fields are updated, and an empty text clears one."
      },
      "ownerUserId": {
        "type": "id",
        "of": "users",
        "name": "ownerName",
        "about": "An active user of the tenant. A create without one takes the acting user."
      },
      "createdOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "lastModifiedOnUtc": {
        "type": "time",
        "isReadOnly": true
      }
    },
    "items": [
      "id",
      "name",
      "customerId",
      "customerName",
      "contactId",
      "contactName",
      "leadId",
      "leadName",
      "amount",
      "currency",
      "probability",
      "expectedCloseDate",
      "source",
      "campaignId",
      "stage",
      "campaignName",
      "lostReason",
      "closedOnUtc",
      "ownerUserId",
      "ownerName",
      "createdOnUtc",
      "lastModifiedOnUtc"
    ],
    "words": [
      "name"
    ],
    "filters": {
      "id": [
        "eq",
        "in"
      ],
      "createdOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "lastModifiedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "stage": [
        "eq",
        "ne",
        "in"
      ],
      "customerId": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "contactId": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "leadId": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "ownerUserId": [
        "eq",
        "ne",
        "in"
      ],
      "amount": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte",
        "isNull",
        "isNotNull"
      ],
      "expectedCloseDate": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte",
        "isNull",
        "isNotNull"
      ]
    },
    "sorts": [
      "createdOnUtc",
      "lastModifiedOnUtc",
      "name",
      "amount",
      "expectedCloseDate"
    ],
    "states": {
      "member": "stage",
      "from": {
        "prospecting": [
          "qualification",
          "proposal",
          "negotiation",
          "closedWon",
          "closedLost"
        ],
        "qualification": [
          "prospecting",
          "proposal",
          "negotiation",
          "closedWon",
          "closedLost"
        ],
        "proposal": [
          "prospecting",
          "qualification",
          "negotiation",
          "closedWon",
          "closedLost"
        ],
        "negotiation": [
          "prospecting",
          "qualification",
          "proposal",
          "closedWon",
          "closedLost"
        ],
        "closedWon": [
          "prospecting",
          "qualification",
          "proposal",
          "negotiation"
        ],
        "closedLost": [
          "prospecting",
          "qualification",
          "proposal",
          "negotiation"
        ]
      },
      "reason": {
        "member": "lostReason",
        "states": [
          "closedLost"
        ],
        "isRequired": true
      },
      "permitted": {
        "permission": "opportunity.reopen",
        "from": [
          "closedWon",
          "closedLost"
        ],
        "to": [
          "prospecting",
          "qualification",
          "proposal",
          "negotiation"
        ]
      }
    }
  },
  "activities": {
    "one": "activity",
    "operations": {
      "search": "searchActivity",
      "get": "getActivity",
      "create": "createActivity",
      "update": "updateActivity",
      "delete": "deleteActivity",
      "step": "setActivityStatus"
    },
    "members": {
      "subject": {
        "type": "text",
        "max": 200,
        "isRequired": true
      },
      "activityType": {
        "type": "word",
        "words": [
          "task",
          "call",
          "meeting",
          "email",
          "visit",
          "note"
        ],
        "default": "task",
        "about": "Left out or null it is task."
      },
      "status": {
        "type": "word",
        "words": [
          "plan",
          "inProgress",
          "completed",
          "cancelled"
        ],
        "isNumbered": true,
        "default": "plan",
        "about": "1 plan, 2 inProgress, 3 completed, 4 cancelled; a request may say the name. Left out or null it stays; in a new record it is plan."
      },
      "priority": {
        "type": "word",
        "words": [
          "low",
          "normal",
          "high",
          "urgent"
        ],
        "default": "normal",
        "about": "Left out or null it is normal."
      },
      "startOnUtc": {
        "type": "time",
        "about": "A date and time of the calendar with its zone, in UTC from the year 1 to 9999."
      },
      "endOnUtc": {
        "type": "time",
        "about": "Not before startOnUtc."
      },
      "dueOnUtc": {
        "type": "time",
        "about": "A date and time of the calendar with its zone, in UTC from the year 1 to 9999."
      },
      "completedOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "isAllDay": {
        "type": "flag",
        "default": false,
        "about": "Left out or null it is false."
      },
      "location": {
        "type": "text",
        "max": 200
      },
      "direction": {
        "type": "word",
        "words": [
          "inbound",
          "outbound"
        ],
        "about": "A request may say the number in place of the name: 1 inbound, 2 outbound."
      },
      "outcome": {
        "type": "lines",
        "max": 4000
      },
      "customerId": {
        "type": "id",
        "of": "customers",
        "name": "customerName",
        "about": "Left out it is that of the opportunity, else that of the contact."
      },
      "contactId": {
        "type": "id",
        "of": "contacts",
        "name": "contactName"
      },
      "leadId": {
        "type": "id",
        "of": "leads",
        "name": "leadName"
      },
      "opportunityId": {
        "type": "id",
        "of": "opportunities",
        "name": "opportunityName"
      },
      "campaignId": {
        "type": "id",
        "of": "campaigns",
        "name": "campaignName"
      },
      "participantContactIds": {
        "type": "ids",
        "countMax": 100,
        "default": [],
        "of": "contacts",
        "about": "Contacts that take part, up to 100. One that is deleted goes."
      },
      "reminderOnUtc": {
        "type": "time",
        "about": "A date and time of the calendar with its zone, in UTC from the year 1 to 9999."
      },
      "description": {
        "type": "lines",
        "max": 4000
      },
      "ownerUserId": {
        "type": "id",
        "of": "users",
        "name": "ownerName",
        "about": "An active user of the tenant. A create without one takes the acting user."
      },
      "createdOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "lastModifiedOnUtc": {
        "type": "time",
        "isReadOnly": true
      }
    },
    "items": [
      "id",
      "subject",
      "activityType",
      "status",
      "statusName",
      "priority",
      "startOnUtc",
      "endOnUtc",
      "dueOnUtc",
      "completedOnUtc",
      "isAllDay",
      "location",
      "direction",
      "outcome",
      "customerId",
      "customerName",
      "contactId",
      "contactName",
      "leadId",
      "leadName",
      "opportunityId",
      "opportunityName",
      "campaignId",
      "campaignName",
      "participantContactIds",
      "reminderOnUtc",
      "ownerUserId",
      "ownerName",
      "createdOnUtc",
      "lastModifiedOnUtc"
    ],
    "words": [
      "subject"
    ],
    "filters": {
      "id": [
        "eq",
        "in"
      ],
      "createdOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "lastModifiedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "status": [
        "eq",
        "ne",
        "in"
      ],
      "activityType": [
        "eq",
        "ne",
        "in"
      ],
      "customerId": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "contactId": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "leadId": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "opportunityId": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "ownerUserId": [
        "eq",
        "ne",
        "in"
      ],
      "priority": [
        "eq",
        "ne",
        "in"
      ],
      "campaignId": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "dueOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte",
        "isNull",
        "isNotNull"
      ],
      "startOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte",
        "isNull",
        "isNotNull"
      ]
    },
    "sorts": [
      "createdOnUtc",
      "lastModifiedOnUtc",
      "dueOnUtc",
      "startOnUtc"
    ],
    "states": {
      "member": "status",
      "from": {
        "plan": [
          "inProgress",
          "completed",
          "cancelled"
        ],
        "inProgress": [
          "plan",
          "completed",
          "cancelled"
        ],
        "completed": [
          "inProgress"
        ],
        "cancelled": [
          "plan"
        ]
      }
    }
  },
  "campaigns": {
    "one": "campaign",
    "operations": {
      "search": "searchCampaign",
      "get": "getCampaign",
      "create": "createCampaign",
      "update": "updateCampaign",
      "delete": "deleteCampaign"
    },
    "members": {
      "code": {
        "type": "text",
        "max": 50,
        "about": "Unique in the tenant, ignoring case. Left out or null it stays."
      },
      "name": {
        "type": "text",
        "max": 200,
        "isRequired": true
      },
      "campaignType": {
        "type": "word",
        "words": [
          "email",
          "newsletter",
          "event",
          "webinar",
          "telemarketing",
          "socialMedia",
          "advertisement",
          "directMail",
          "other"
        ],
        "default": "other",
        "about": "Left out or null it is other."
      },
      "status": {
        "type": "word",
        "words": [
          "planned",
          "active",
          "paused",
          "completed",
          "cancelled"
        ],
        "default": "planned",
        "about": "Left out or null it stays; in a new record it is planned."
      },
      "startDate": {
        "type": "date",
        "about": "A day of the calendar from the year 1 to 9999."
      },
      "endDate": {
        "type": "date",
        "about": "Not before startDate."
      },
      "budget": {
        "type": "amount",
        "min": -99999999999.9999,
        "max": 99999999999.9999,
        "about": "At most four decimals."
      },
      "actualCost": {
        "type": "amount",
        "min": -99999999999.9999,
        "max": 99999999999.9999,
        "about": "At most four decimals."
      },
      "expectedRevenue": {
        "type": "amount",
        "min": -99999999999.9999,
        "max": 99999999999.9999,
        "about": "At most four decimals."
      },
      "currency": {
        "type": "currency",
        "about": "A code of ISO 4217 in upper case."
      },
      "parentCampaignId": {
        "type": "id",
        "of": "campaigns",
        "name": "parentCampaignName"
      },
      "description": {
        "type": "lines",
        "max": 4000
      },
      "ownerUserId": {
        "type": "id",
        "of": "users",
        "name": "ownerName",
        "about": "An active user of the tenant. A create without one takes the acting user."
      },
      "createdOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "lastModifiedOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "memberCount": {
        "type": "integer",
        "isReadOnly": true
      },
      "respondedCount": {
        "type": "integer",
        "isReadOnly": true
      }
    },
    "items": [
      "id",
      "code",
      "name",
      "campaignType",
      "status",
      "startDate",
      "endDate",
      "budget",
      "actualCost",
      "expectedRevenue",
      "currency",
      "parentCampaignId",
      "parentCampaignName",
      "ownerUserId",
      "ownerName",
      "createdOnUtc",
      "lastModifiedOnUtc",
      "memberCount",
      "respondedCount"
    ],
    "words": [
      "code",
      "name"
    ],
    "filters": {
      "id": [
        "eq",
        "in"
      ],
      "createdOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "lastModifiedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "status": [
        "eq",
        "ne",
        "in"
      ],
      "campaignType": [
        "eq",
        "ne",
        "in"
      ],
      "code": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith",
        "isNull",
        "isNotNull"
      ],
      "name": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith"
      ],
      "ownerUserId": [
        "eq",
        "ne",
        "in"
      ],
      "startDate": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte",
        "isNull",
        "isNotNull"
      ]
    },
    "sorts": [
      "createdOnUtc",
      "lastModifiedOnUtc",
      "name",
      "startDate"
    ]
  },
  "customerGroups": {
    "one": "customer group",
    "operations": {
      "search": "searchCustomerGroup",
      "create": "createCustomerGroup",
      "update": "updateCustomerGroup",
      "delete": "deleteCustomerGroup"
    },
    "members": {
      "code": {
        "type": "text",
        "max": 50,
        "about": "Unique among the groups of the tenant, ignoring case. Left out or null it stays."
      },
      "name": {
        "type": "text",
        "max": 200,
        "about": "Unique among the groups beside it, ignoring case.",
        "isRequired": true
      },
      "parentId": {
        "type": "id",
        "of": "customerGroups",
        "name": "parentName",
        "about": "The group below which this one stands."
      },
      "description": {
        "type": "lines",
        "max": 4000
      },
      "isActive": {
        "type": "flag",
        "default": true,
        "about": "Left out or null it is true."
      },
      "customerCount": {
        "type": "integer",
        "about": "The customers of the group itself that the caller sees.",
        "isReadOnly": true
      },
      "createdOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "lastModifiedOnUtc": {
        "type": "time",
        "isReadOnly": true
      }
    },
    "items": [
      "id",
      "code",
      "name",
      "parentId",
      "parentName",
      "description",
      "isActive",
      "customerCount",
      "createdOnUtc",
      "lastModifiedOnUtc"
    ],
    "words": [
      "name",
      "code"
    ],
    "filters": {
      "id": [
        "eq",
        "in"
      ],
      "createdOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "lastModifiedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "code": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith",
        "isNull",
        "isNotNull"
      ],
      "name": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith"
      ],
      "parentId": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "isActive": [
        "eq",
        "ne"
      ]
    },
    "sorts": [
      "createdOnUtc",
      "lastModifiedOnUtc",
      "name"
    ]
  },
  "shippingAddresses": {
    "one": "shipping address",
    "operations": {
      "search": "searchCustomerShippingAddress",
      "get": "getCustomerShippingAddress",
      "create": "createCustomerShippingAddress",
      "update": "updateCustomerShippingAddress",
      "delete": "deleteCustomerShippingAddress"
    },
    "members": {
      "customerId": {
        "type": "id",
        "of": "customers",
        "name": "customerName",
        "about": "It does not change.",
        "isRequired": true
      },
      "title": {
        "type": "text",
        "max": 100,
        "isRequired": true
      },
      "recipientName": {
        "type": "text",
        "max": 200
      },
      "phone": {
        "type": "phone",
        "max": 50
      },
      "email": {
        "type": "email",
        "max": 254,
        "about": "An e-mail address, with at most 64 characters before the @."
      },
      "addressLine1": {
        "type": "text",
        "max": 200,
        "isRequired": true
      },
      "addressLine2": {
        "type": "text",
        "max": 200
      },
      "district": {
        "type": "text",
        "max": 200
      },
      "city": {
        "type": "text",
        "max": 200,
        "isRequired": true
      },
      "state": {
        "type": "text",
        "max": 200
      },
      "postalCode": {
        "type": "text",
        "max": 200
      },
      "countryCode": {
        "type": "country",
        "about": "A code of ISO 3166-1 alpha-2 in upper case.",
        "isRequired": true
      },
      "deliveryNote": {
        "type": "lines",
        "max": 4000
      },
      "isDefault": {
        "type": "flag",
        "default": false,
        "about": "True moves the default of the customer here; false leaves it where it is."
      },
      "isActive": {
        "type": "flag",
        "default": true,
        "about": "Left out or null it is true."
      },
      "createdOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "lastModifiedOnUtc": {
        "type": "time",
        "isReadOnly": true
      }
    },
    "items": [
      "id",
      "customerId",
      "customerName",
      "title",
      "recipientName",
      "phone",
      "email",
      "addressLine1",
      "addressLine2",
      "district",
      "city",
      "state",
      "postalCode",
      "countryCode",
      "deliveryNote",
      "isDefault",
      "isActive",
      "createdOnUtc",
      "lastModifiedOnUtc"
    ],
    "words": [
      "title",
      "city",
      "recipientName"
    ],
    "filters": {
      "id": [
        "eq",
        "in"
      ],
      "createdOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "lastModifiedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "customerId": [
        "eq",
        "ne",
        "in"
      ],
      "isDefault": [
        "eq",
        "ne"
      ],
      "isActive": [
        "eq",
        "ne"
      ],
      "countryCode": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith"
      ]
    },
    "sorts": [
      "createdOnUtc",
      "lastModifiedOnUtc",
      "title"
    ]
  },
  "campaignMembers": {
    "one": "member of a campaign",
    "operations": {
      "search": "searchCampaignMember",
      "delete": "deleteCampaignMember",
      "add": "addCampaignMember"
    },
    "members": {
      "campaignId": {
        "type": "id",
        "of": "campaigns",
        "isReadOnly": true
      },
      "memberType": {
        "type": "word",
        "words": [
          "contact",
          "lead",
          "customer"
        ],
        "about": "A request may say the number in place of the name: 1 contact, 2 lead, 3 customer.",
        "isReadOnly": true
      },
      "contactId": {
        "type": "id",
        "of": "contacts",
        "isReadOnly": true
      },
      "leadId": {
        "type": "id",
        "of": "leads",
        "isReadOnly": true
      },
      "customerId": {
        "type": "id",
        "of": "customers",
        "isReadOnly": true
      },
      "memberName": {
        "type": "text",
        "about": "The name of the target; null where the caller may not see it.",
        "isReadOnly": true
      },
      "email": {
        "type": "text",
        "about": "The target's; null where the caller may not see it, or may not read records of its kind.",
        "isReadOnly": true
      },
      "status": {
        "type": "word",
        "words": [
          "added",
          "sent",
          "opened",
          "clicked",
          "responded",
          "bounced",
          "optedOut"
        ],
        "default": "added",
        "about": "A request may say the number in place of the name: 1 added, 2 sent, 3 opened, 4 clicked, 5 responded, 6 bounced, 7 optedOut.",
        "isReadOnly": true
      },
      "hasResponded": {
        "type": "flag",
        "about": "Whether the status is `responded`.",
        "isReadOnly": true
      },
      "firstRespondedOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "createdOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "lastModifiedOnUtc": {
        "type": "time",
        "isReadOnly": true
      }
    },
    "items": [
      "id",
      "campaignId",
      "memberType",
      "contactId",
      "leadId",
      "customerId",
      "memberName",
      "email",
      "status",
      "hasResponded",
      "firstRespondedOnUtc",
      "createdOnUtc",
      "lastModifiedOnUtc"
    ],
    "words": [],
    "filters": {
      "id": [
        "eq",
        "in"
      ],
      "createdOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "lastModifiedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "campaignId": [
        "eq",
        "ne",
        "in"
      ],
      "status": [
        "eq",
        "ne",
        "in"
      ],
      "memberType": [
        "eq",
        "ne",
        "in"
      ]
    },
    "sorts": [
      "createdOnUtc",
      "lastModifiedOnUtc",
      "id"
    ]
  },
  "users": {
    "one": "user",
    "operations": {
      "search": "searchUser",
      "get": "getUser",
      "create": "createUser",
      "update": "updateUser"
    },
    "members": {
      "email": {
        "type": "email",
        "max": 254,
        "about": "Its domain is one as IDNA takes them (UTS 46). An update takes the address that the user has; another one is refused.",
        "isRequired": true
      },
      "name": {
        "type": "text",
        "max": 200,
        "isRequired": true
      },
      "roles": {
        "type": "texts",
        "countMax": 50,
        "of": "roles",
        "about": "The codes of its roles, each once.",
        "isRequired": true
      },
      "dataScope": {
        "type": "word",
        "words": [
          "own",
          "team",
          "all"
        ],
        "about": "The records that the user sees: its own, those of its team, or all.",
        "isRequired": true
      },
      "teamId": {
        "type": "id",
        "of": "teams",
        "about": "The data scope team needs one."
      },
      "isActive": {
        "type": "flag",
        "isReadOnly": true
      },
      "invitedOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "joinedOnUtc": {
        "type": "time",
        "about": "Null until the link of the invitation was followed.",
        "isReadOnly": true
      },
      "createdOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "lastModifiedOnUtc": {
        "type": "time",
        "isReadOnly": true
      }
    },
    "items": [
      "id",
      "email",
      "name",
      "roles",
      "dataScope",
      "teamId",
      "isActive",
      "invitedOnUtc",
      "joinedOnUtc",
      "createdOnUtc",
      "lastModifiedOnUtc"
    ],
    "words": [
      "name"
    ],
    "filters": {
      "id": [
        "eq",
        "in"
      ],
      "createdOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "lastModifiedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "isActive": [
        "eq",
        "ne"
      ],
      "teamId": [
        "eq",
        "ne",
        "in",
        "isNull",
        "isNotNull"
      ],
      "dataScope": [
        "eq",
        "ne",
        "in"
      ],
      "role": [
        "eq",
        "ne",
        "in"
      ],
      "email": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith"
      ],
      "name": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith"
      ]
    },
    "sorts": [
      "createdOnUtc",
      "lastModifiedOnUtc",
      "name",
      "email"
    ]
  },
  "roles": {
    "one": "role",
    "operations": {
      "search": "searchRole",
      "get": "getRole",
      "create": "createRole",
      "update": "updateRole"
    },
    "members": {
      "name": {
        "type": "text",
        "max": 200,
        "isRequired": true
      },
      "permissions": {
        "type": "texts",
        "countMax": 100,
        "about": "The permissions that every holder of the role has. Left out or null there are none."
      },
      "code": {
        "type": "text",
        "isRequired": true
      },
      "isActive": {
        "type": "flag",
        "isReadOnly": true
      },
      "createdOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "lastModifiedOnUtc": {
        "type": "time",
        "isReadOnly": true
      }
    },
    "items": [
      "code",
      "name",
      "permissions",
      "isActive",
      "createdOnUtc",
      "lastModifiedOnUtc"
    ],
    "words": [
      "name"
    ],
    "filters": {
      "id": [
        "eq",
        "in"
      ],
      "code": [
        "eq",
        "ne",
        "in"
      ],
      "name": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith"
      ],
      "createdOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "lastModifiedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "isActive": [
        "eq",
        "ne"
      ]
    },
    "sorts": [
      "createdOnUtc",
      "lastModifiedOnUtc",
      "name",
      "code"
    ]
  },
  "teams": {
    "one": "team",
    "operations": {
      "search": "searchTeam",
      "get": "getTeam",
      "create": "createTeam",
      "update": "updateTeam"
    },
    "members": {
      "name": {
        "type": "text",
        "max": 200,
        "isRequired": true
      },
      "isActive": {
        "type": "flag",
        "isReadOnly": true
      },
      "createdOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "lastModifiedOnUtc": {
        "type": "time",
        "isReadOnly": true
      }
    },
    "items": [
      "id",
      "name",
      "isActive",
      "createdOnUtc",
      "lastModifiedOnUtc"
    ],
    "words": [
      "name"
    ],
    "filters": {
      "id": [
        "eq",
        "in"
      ],
      "createdOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "lastModifiedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "isActive": [
        "eq",
        "ne"
      ],
      "name": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith"
      ]
    },
    "sorts": [
      "createdOnUtc",
      "lastModifiedOnUtc",
      "name"
    ]
  },
  "apiClients": {
    "one": "API client",
    "operations": {
      "search": "searchApiClient",
      "get": "getApiClient",
      "create": "createApiClient",
      "update": "updateApiClient"
    },
    "members": {
      "name": {
        "type": "text",
        "max": 200,
        "isRequired": true
      },
      "runAsUserId": {
        "type": "id",
        "of": "users",
        "about": "The user whose rights the client has.",
        "isRequired": true
      },
      "scopes": {
        "type": "texts",
        "countMax": 50,
        "about": "Left out in a create they are the twelve of records, without users.read; an update keeps them."
      },
      "clientId": {
        "type": "text",
        "isReadOnly": true
      },
      "isActive": {
        "type": "flag",
        "isReadOnly": true
      },
      "lastUsedOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "createdOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "lastModifiedOnUtc": {
        "type": "time",
        "isReadOnly": true
      }
    },
    "items": [
      "id",
      "name",
      "runAsUserId",
      "scopes",
      "clientId",
      "isActive",
      "lastUsedOnUtc",
      "createdOnUtc",
      "lastModifiedOnUtc"
    ],
    "words": [
      "name"
    ],
    "filters": {
      "id": [
        "eq",
        "in"
      ],
      "createdOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "lastModifiedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "isActive": [
        "eq",
        "ne"
      ],
      "runAsUserId": [
        "eq",
        "ne",
        "in"
      ],
      "clientId": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith"
      ],
      "name": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith"
      ],
      "lastUsedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte",
        "isNull",
        "isNotNull"
      ]
    },
    "sorts": [
      "createdOnUtc",
      "lastModifiedOnUtc",
      "name",
      "lastUsedOnUtc"
    ]
  },
  "customFields": {
    "one": "custom field",
    "operations": {
      "search": "searchCustomField",
      "create": "createCustomField",
      "update": "updateCustomField"
    },
    "members": {
      "module": {
        "type": "word",
        "words": [
          "customers",
          "contacts",
          "leads",
          "opportunities"
        ],
        "isRequired": true,
        "isFixed": true
      },
      "key": {
        "type": "text",
        "isRequired": true,
        "isFixed": true
      },
      "fieldType": {
        "type": "word",
        "words": [
          "text",
          "textArea",
          "number",
          "date",
          "dateTime",
          "boolean",
          "select",
          "email",
          "url",
          "phone"
        ],
        "about": "A request may say the number in place of the name: 1 text, 2 textArea, 3 number, 4 date, 5 dateTime, 6 boolean, 7 select, 8 email, 9 url, 10 phone.",
        "isRequired": true,
        "isFixed": true
      },
      "label": {
        "type": "text",
        "max": 200,
        "isRequired": true
      },
      "description": {
        "type": "lines",
        "max": 4000
      },
      "isRequired": {
        "type": "flag",
        "about": "Left out or null it is false."
      },
      "options": {
        "type": "texts",
        "countMax": 200,
        "about": "For a `select` alone: 1 to 200 texts, each once."
      },
      "isActive": {
        "type": "flag",
        "isReadOnly": true
      },
      "displayOrder": {
        "type": "integer",
        "isReadOnly": true
      },
      "createdOnUtc": {
        "type": "time",
        "isReadOnly": true
      },
      "lastModifiedOnUtc": {
        "type": "time",
        "isReadOnly": true
      }
    },
    "items": [
      "id",
      "module",
      "key",
      "label",
      "fieldType",
      "description",
      "isRequired",
      "options",
      "displayOrder",
      "isActive",
      "createdOnUtc",
      "lastModifiedOnUtc"
    ],
    "words": [
      "name"
    ],
    "filters": {
      "id": [
        "eq",
        "in"
      ],
      "createdOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "lastModifiedOnUtc": [
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte"
      ],
      "module": [
        "eq",
        "ne",
        "in"
      ],
      "isActive": [
        "eq",
        "ne"
      ],
      "fieldType": [
        "eq",
        "ne",
        "in"
      ],
      "key": [
        "eq",
        "ne",
        "in",
        "contains",
        "startsWith"
      ]
    },
    "sorts": [
      "createdOnUtc",
      "lastModifiedOnUtc",
      "displayOrder"
    ]
  }
} as const satisfies Readonly<Record<string, List>>;
