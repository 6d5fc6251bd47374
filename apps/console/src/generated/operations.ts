// Made of the kinds and contracts by `./rapport generate`.

import type { Operation } from '../described.ts';

export const operations = {
  "getMe": {
    "method": "get",
    "path": "/api/v1/user/me",
    "permissions": []
  },
  "changePassword": {
    "method": "post",
    "path": "/api/v1/user/change-password",
    "permissions": []
  },
  "createUser": {
    "method": "post",
    "path": "/api/v1/user/create",
    "permissions": [
      "users.manage"
    ]
  },
  "updateUser": {
    "method": "put",
    "path": "/api/v1/user/update",
    "permissions": [
      "users.manage"
    ]
  },
  "getUser": {
    "method": "get",
    "path": "/api/v1/user/get/{id}",
    "permissions": []
  },
  "searchUser": {
    "method": "post",
    "path": "/api/v1/user/search",
    "permissions": []
  },
  "inviteUser": {
    "method": "post",
    "path": "/api/v1/user/invite/{id}",
    "permissions": [
      "users.manage"
    ]
  },
  "disableUser": {
    "method": "post",
    "path": "/api/v1/user/disable/{id}",
    "permissions": [
      "users.manage"
    ]
  },
  "enableUser": {
    "method": "post",
    "path": "/api/v1/user/enable/{id}",
    "permissions": [
      "users.manage"
    ]
  },
  "endUserSessions": {
    "method": "post",
    "path": "/api/v1/user/end-sessions/{id}",
    "permissions": [
      "users.manage"
    ]
  },
  "createRole": {
    "method": "post",
    "path": "/api/v1/role/create",
    "permissions": [
      "users.manage"
    ]
  },
  "updateRole": {
    "method": "put",
    "path": "/api/v1/role/update",
    "permissions": [
      "users.manage"
    ]
  },
  "getRole": {
    "method": "get",
    "path": "/api/v1/role/get/{code}",
    "permissions": [
      "users.manage"
    ]
  },
  "searchRole": {
    "method": "post",
    "path": "/api/v1/role/search",
    "permissions": [
      "users.manage"
    ]
  },
  "disableRole": {
    "method": "post",
    "path": "/api/v1/role/disable/{code}",
    "permissions": [
      "users.manage"
    ]
  },
  "enableRole": {
    "method": "post",
    "path": "/api/v1/role/enable/{code}",
    "permissions": [
      "users.manage"
    ]
  },
  "createTeam": {
    "method": "post",
    "path": "/api/v1/team/create",
    "permissions": [
      "users.manage"
    ]
  },
  "updateTeam": {
    "method": "put",
    "path": "/api/v1/team/update",
    "permissions": [
      "users.manage"
    ]
  },
  "getTeam": {
    "method": "get",
    "path": "/api/v1/team/get/{id}",
    "permissions": []
  },
  "searchTeam": {
    "method": "post",
    "path": "/api/v1/team/search",
    "permissions": []
  },
  "disableTeam": {
    "method": "post",
    "path": "/api/v1/team/disable/{id}",
    "permissions": [
      "users.manage"
    ]
  },
  "enableTeam": {
    "method": "post",
    "path": "/api/v1/team/enable/{id}",
    "permissions": [
      "users.manage"
    ]
  },
  "createApiClient": {
    "method": "post",
    "path": "/api/v1/api-client/create",
    "permissions": [
      "apiClients.manage"
    ]
  },
  "updateApiClient": {
    "method": "put",
    "path": "/api/v1/api-client/update",
    "permissions": [
      "apiClients.manage"
    ]
  },
  "getApiClient": {
    "method": "get",
    "path": "/api/v1/api-client/get/{id}",
    "permissions": [
      "apiClients.manage"
    ]
  },
  "searchApiClient": {
    "method": "post",
    "path": "/api/v1/api-client/search",
    "permissions": [
      "apiClients.manage"
    ]
  },
  "rotateApiClientSecret": {
    "method": "post",
    "path": "/api/v1/api-client/rotate-secret/{id}",
    "permissions": [
      "apiClients.manage"
    ]
  },
  "disableApiClient": {
    "method": "post",
    "path": "/api/v1/api-client/disable/{id}",
    "permissions": [
      "apiClients.manage"
    ]
  },
  "enableApiClient": {
    "method": "post",
    "path": "/api/v1/api-client/enable/{id}",
    "permissions": [
      "apiClients.manage"
    ]
  },
  "searchApiClientAudit": {
    "method": "post",
    "path": "/api/v1/api-client/audit/search",
    "permissions": [
      "apiClients.manage"
    ]
  },
  "createCustomField": {
    "method": "post",
    "path": "/api/v1/custom-field/create",
    "permissions": [
      "settings.manage"
    ]
  },
  "updateCustomField": {
    "method": "put",
    "path": "/api/v1/custom-field/update",
    "permissions": [
      "settings.manage"
    ]
  },
  "searchCustomField": {
    "method": "post",
    "path": "/api/v1/custom-field/search",
    "permissions": []
  },
  "disableCustomField": {
    "method": "post",
    "path": "/api/v1/custom-field/disable/{id}",
    "permissions": [
      "settings.manage"
    ]
  },
  "enableCustomField": {
    "method": "post",
    "path": "/api/v1/custom-field/enable/{id}",
    "permissions": [
      "settings.manage"
    ]
  },
  "createCustomerGroup": {
    "method": "post",
    "path": "/api/v1/customer/group/create",
    "permissions": [
      "customers.write"
    ]
  },
  "updateCustomerGroup": {
    "method": "put",
    "path": "/api/v1/customer/group/update",
    "permissions": [
      "customers.write"
    ]
  },
  "deleteCustomerGroup": {
    "method": "delete",
    "path": "/api/v1/customer/group/delete/{id}",
    "permissions": [
      "customers.delete"
    ]
  },
  "searchCustomerGroup": {
    "method": "post",
    "path": "/api/v1/customer/group/search",
    "permissions": [
      "customers.read"
    ]
  },
  "searchCustomerTimeline": {
    "method": "post",
    "path": "/api/v1/customer-timeline/search",
    "permissions": [
      "customers.read"
    ]
  },
  "createCustomerShippingAddress": {
    "method": "post",
    "path": "/api/v1/customer-shipping-address/create",
    "permissions": [
      "customers.write"
    ]
  },
  "updateCustomerShippingAddress": {
    "method": "put",
    "path": "/api/v1/customer-shipping-address/update",
    "permissions": [
      "customers.write"
    ]
  },
  "getCustomerShippingAddress": {
    "method": "get",
    "path": "/api/v1/customer-shipping-address/get/{id}",
    "permissions": [
      "customers.read"
    ]
  },
  "searchCustomerShippingAddress": {
    "method": "post",
    "path": "/api/v1/customer-shipping-address/search",
    "permissions": [
      "customers.read"
    ]
  },
  "setDefaultCustomerShippingAddress": {
    "method": "post",
    "path": "/api/v1/customer-shipping-address/set-default/{id}",
    "permissions": [
      "customers.write"
    ]
  },
  "deleteCustomerShippingAddress": {
    "method": "delete",
    "path": "/api/v1/customer-shipping-address/delete/{id}",
    "permissions": [
      "customers.write"
    ]
  },
  "getDefaultCustomerShippingAddress": {
    "method": "get",
    "path": "/api/v1/customer-shipping-address/by-customer/{customerId}/default",
    "permissions": [
      "customers.read"
    ]
  },
  "addCampaignMember": {
    "method": "post",
    "path": "/api/v1/campaign/member/add",
    "permissions": [
      "campaigns.write"
    ]
  },
  "searchCampaignMember": {
    "method": "post",
    "path": "/api/v1/campaign/member/search",
    "permissions": [
      "campaigns.read"
    ]
  },
  "deleteCampaignMember": {
    "method": "delete",
    "path": "/api/v1/campaign/member/delete/{id}",
    "permissions": [
      "campaigns.write"
    ]
  },
  "previewLeadConversion": {
    "method": "get",
    "path": "/api/v1/lead/convert-preview/{id}",
    "permissions": [
      "leads.read"
    ]
  },
  "executeLeadConversion": {
    "method": "post",
    "path": "/api/v1/lead/convert",
    "permissions": [
      "lead.convert",
      "leads.write",
      "customers.write"
    ]
  },
  "convertLead": {
    "method": "get",
    "path": "/api/v1/lead/convert/{id}",
    "permissions": [
      "lead.convert",
      "leads.write",
      "customers.write"
    ]
  },
  "createCustomer": {
    "method": "post",
    "path": "/api/v1/customer/create",
    "permissions": [
      "customers.write"
    ]
  },
  "updateCustomer": {
    "method": "put",
    "path": "/api/v1/customer/update",
    "permissions": [
      "customers.write"
    ]
  },
  "getCustomer": {
    "method": "get",
    "path": "/api/v1/customer/get/{id}",
    "permissions": [
      "customers.read"
    ]
  },
  "deleteCustomer": {
    "method": "delete",
    "path": "/api/v1/customer/delete/{id}",
    "permissions": [
      "customers.delete"
    ]
  },
  "searchCustomer": {
    "method": "post",
    "path": "/api/v1/customer/search",
    "permissions": [
      "customers.read"
    ]
  },
  "createContact": {
    "method": "post",
    "path": "/api/v1/contact/create",
    "permissions": [
      "contacts.write"
    ]
  },
  "updateContact": {
    "method": "put",
    "path": "/api/v1/contact/update",
    "permissions": [
      "contacts.write"
    ]
  },
  "getContact": {
    "method": "get",
    "path": "/api/v1/contact/get/{id}",
    "permissions": [
      "contacts.read"
    ]
  },
  "deleteContact": {
    "method": "delete",
    "path": "/api/v1/contact/delete/{id}",
    "permissions": [
      "contacts.delete"
    ]
  },
  "searchContact": {
    "method": "post",
    "path": "/api/v1/contact/search",
    "permissions": [
      "contacts.read"
    ]
  },
  "createLead": {
    "method": "post",
    "path": "/api/v1/lead/create",
    "permissions": [
      "leads.write"
    ]
  },
  "updateLead": {
    "method": "put",
    "path": "/api/v1/lead/update",
    "permissions": [
      "leads.write"
    ]
  },
  "getLead": {
    "method": "get",
    "path": "/api/v1/lead/get/{id}",
    "permissions": [
      "leads.read"
    ]
  },
  "deleteLead": {
    "method": "delete",
    "path": "/api/v1/lead/delete/{id}",
    "permissions": [
      "leads.delete"
    ]
  },
  "searchLead": {
    "method": "post",
    "path": "/api/v1/lead/search",
    "permissions": [
      "leads.read"
    ]
  },
  "setLeadStatus": {
    "method": "get",
    "path": "/api/v1/lead/status/{id}/{status}",
    "permissions": [
      "leads.write"
    ]
  },
  "createOpportunity": {
    "method": "post",
    "path": "/api/v1/opportunity/create",
    "permissions": [
      "opportunities.write"
    ]
  },
  "updateOpportunity": {
    "method": "put",
    "path": "/api/v1/opportunity/update",
    "permissions": [
      "opportunities.write"
    ]
  },
  "getOpportunity": {
    "method": "get",
    "path": "/api/v1/opportunity/get/{id}",
    "permissions": [
      "opportunities.read"
    ]
  },
  "deleteOpportunity": {
    "method": "delete",
    "path": "/api/v1/opportunity/delete/{id}",
    "permissions": [
      "opportunities.delete"
    ]
  },
  "searchOpportunity": {
    "method": "post",
    "path": "/api/v1/opportunity/search",
    "permissions": [
      "opportunities.read"
    ]
  },
  "setOpportunityStage": {
    "method": "get",
    "path": "/api/v1/opportunity/stage/{id}/{stage}",
    "permissions": [
      "opportunities.write"
    ]
  },
  "createActivity": {
    "method": "post",
    "path": "/api/v1/activity/create",
    "permissions": [
      "activities.write"
    ]
  },
  "updateActivity": {
    "method": "put",
    "path": "/api/v1/activity/update",
    "permissions": [
      "activities.write"
    ]
  },
  "getActivity": {
    "method": "get",
    "path": "/api/v1/activity/get/{id}",
    "permissions": [
      "activities.read"
    ]
  },
  "deleteActivity": {
    "method": "delete",
    "path": "/api/v1/activity/delete/{id}",
    "permissions": [
      "activities.delete"
    ]
  },
  "searchActivity": {
    "method": "post",
    "path": "/api/v1/activity/search",
    "permissions": [
      "activities.read"
    ]
  },
  "setActivityStatus": {
    "method": "get",
    "path": "/api/v1/activity/status/{id}/{status}",
    "permissions": [
      "activities.write"
    ]
  },
  "createCampaign": {
    "method": "post",
    "path": "/api/v1/campaign/create",
    "permissions": [
      "campaigns.write"
    ]
  },
  "updateCampaign": {
    "method": "put",
    "path": "/api/v1/campaign/update",
    "permissions": [
      "campaigns.write"
    ]
  },
  "getCampaign": {
    "method": "get",
    "path": "/api/v1/campaign/get/{id}",
    "permissions": [
      "campaigns.read"
    ]
  },
  "deleteCampaign": {
    "method": "delete",
    "path": "/api/v1/campaign/delete/{id}",
    "permissions": [
      "campaigns.delete"
    ]
  },
  "searchCampaign": {
    "method": "post",
    "path": "/api/v1/campaign/search",
    "permissions": [
      "campaigns.read"
    ]
  },
  "createMaktEmail": {
    "method": "post",
    "path": "/api/v1/maktemail/create",
    "permissions": [
      "marketingEmails.write"
    ]
  },
  "searchMaktEmail": {
    "method": "post",
    "path": "/api/v1/maktemail/search",
    "permissions": [
      "marketingEmails.read"
    ]
  },
  "getMaktEmail": {
    "method": "get",
    "path": "/api/v1/maktemail/get/{id}",
    "permissions": [
      "marketingEmails.read"
    ]
  },
  "setMaktEmailStatus": {
    "method": "get",
    "path": "/api/v1/maktemail/status/{id}/{status}",
    "permissions": [
      "marketingEmails.write"
    ]
  },
  "getPipeline": {
    "method": "get",
    "path": "/api/v1/report/pipeline",
    "permissions": [
      "opportunities.read"
    ]
  },
  "getSummary": {
    "method": "get",
    "path": "/api/v1/dashboard/summary",
    "permissions": [
      "opportunities.read"
    ]
  },
  "listOfferedPlans": {
    "method": "get",
    "path": "/subscription/v1/plans",
    "permissions": []
  },
  "signUp": {
    "method": "post",
    "path": "/subscription/v1/signups",
    "permissions": []
  },
  "getOwnTenant": {
    "method": "get",
    "path": "/subscription/v1/tenants/{tenantId}",
    "permissions": []
  },
  "renameTenant": {
    "method": "patch",
    "path": "/subscription/v1/tenants/{tenantId}",
    "permissions": []
  },
  "sendVerificationMail": {
    "method": "post",
    "path": "/subscription/v1/tenants/{tenantId}/verification-mail",
    "permissions": []
  },
  "chooseOwnPlan": {
    "method": "put",
    "path": "/subscription/v1/tenants/{tenantId}/plan",
    "permissions": []
  },
  "cancelOwnSubscription": {
    "method": "post",
    "path": "/subscription/v1/tenants/{tenantId}/cancel",
    "permissions": []
  },
  "reactivateOwnSubscription": {
    "method": "post",
    "path": "/subscription/v1/tenants/{tenantId}/reactivate",
    "permissions": []
  },
  "listOwnInvoices": {
    "method": "get",
    "path": "/subscription/v1/tenants/{tenantId}/invoices",
    "permissions": []
  },
  "makePaymentLink": {
    "method": "post",
    "path": "/subscription/v1/tenants/{tenantId}/payment-link",
    "permissions": []
  },
  "listOwnUsage": {
    "method": "get",
    "path": "/subscription/v1/tenants/{tenantId}/usage",
    "permissions": []
  },
  "listOwnAudit": {
    "method": "get",
    "path": "/subscription/v1/tenants/{tenantId}/audit",
    "permissions": []
  },
  "orderOwnExport": {
    "method": "post",
    "path": "/subscription/v1/tenants/{tenantId}/exports",
    "permissions": []
  },
  "listOwnExports": {
    "method": "get",
    "path": "/subscription/v1/tenants/{tenantId}/exports",
    "permissions": []
  },
  "getOwnExport": {
    "method": "get",
    "path": "/subscription/v1/tenants/{tenantId}/exports/{exportId}",
    "permissions": []
  },
  "fetchOwnExportFile": {
    "method": "get",
    "path": "/subscription/v1/tenants/{tenantId}/exports/{exportId}/files/{name}",
    "permissions": [],
    "success": {
      "bytes": [
        "application/gzip",
        "application/json",
        "application/octet-stream"
      ]
    }
  }
} as const satisfies Readonly<Record<string, Operation>>;
