// Made of the kinds and contracts by `./rapport generate`.

export const permissions = [
  "customers.read",
  "customers.write",
  "customers.delete",
  "contacts.read",
  "contacts.write",
  "contacts.delete",
  "leads.read",
  "leads.write",
  "leads.delete",
  "opportunities.read",
  "opportunities.write",
  "opportunities.delete",
  "activities.read",
  "activities.write",
  "activities.delete",
  "campaigns.read",
  "campaigns.write",
  "campaigns.delete",
  "marketingEmails.read",
  "marketingEmails.write",
  "marketingEmails.delete",
  "lead.convert",
  "opportunity.reopen",
  "marketingEmails.send",
  "settings.manage",
  "apiClients.manage",
  "users.manage"
] as const;

export const grantableScopes = [
  "customers.read",
  "customers.write",
  "customers.delete",
  "contacts.read",
  "contacts.write",
  "contacts.delete",
  "leads.read",
  "leads.write",
  "leads.delete",
  "opportunities.read",
  "opportunities.write",
  "opportunities.delete",
  "users.read"
] as const;

export const scopesByDefault = [
  "customers.read",
  "customers.write",
  "customers.delete",
  "contacts.read",
  "contacts.write",
  "contacts.delete",
  "leads.read",
  "leads.write",
  "leads.delete",
  "opportunities.read",
  "opportunities.write",
  "opportunities.delete"
] as const;

export const builtInRoles = [
  "owner",
  "administrator",
  "manager",
  "salesperson",
  "readOnly"
] as const;
