-- Integrations and people look for a person by the whole address, whose trigrams many addresses have.
create index contact_email on tenant.contact (lower(email)) where email is not null;
create index lead_email on tenant.lead (lower(email)) where email is not null;

-- Texts are marked from now on, see cell.marked.
update tenant.search_text set folded = cell.marked(folded) where folded ~ '[^[:alnum:]\x01-\x7f]';
