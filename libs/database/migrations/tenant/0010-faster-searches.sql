-- Integrations and people look for a person by the whole address, whose trigrams many addresses have.
create index contact_email on tenant.contact (lower(email)) where email is not null;
create index lead_email on tenant.lead (lower(email)) where email is not null;

-- What has the same address, or belongs to it, has its key.
create index customer_email_key on tenant.customer (email_key) where email_key is not null;
create index contact_email_key on tenant.contact (email_key) where email_key is not null;

-- Texts are marked from now on, see cell.marked.
update tenant.search_text set folded = cell.marked(folded) where folded ~ '[^[:alnum:]\x01-\x7f]';
