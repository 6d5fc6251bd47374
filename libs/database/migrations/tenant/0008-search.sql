-- The folded texts of each record in which words are looked for. The statement that writes a record writes its row where the text changes.
create table tenant.search_text (
  resource smallint not null,
  record_id uuid not null,
  folded text not null,
  primary key (resource, record_id)
);
insert into tenant.search_text (resource, record_id, folded)
select 1, id, cell.search_text(code, name, email, phone, tax_number) from tenant.customer
union all
select 2, id, cell.search_text(first_name, last_name, email, phone, mobile_phone) from tenant.contact
union all
select 3, id, cell.search_text(first_name, last_name, company_name, email, phone, mobile_phone) from tenant.lead
union all
select 4, id, cell.search_text(name) from tenant.opportunity
union all
select 5, id, cell.search_text(subject) from tenant.activity
union all
select 6, id, cell.search_text(code, name) from tenant.campaign
union all
select 7, id, cell.search_text(name, code) from tenant.customer_group;
-- Each record is in the index under its resource and the trigrams of its text. New ones wait in a list, which a write takes into the index
-- when it is full: a long one would make that write, and the writes of the tenant behind it, wait.
create index search_text_words on tenant.search_text using gin (resource, folded cell.gin_trgm_ops) with (gin_pending_list_limit = 512);

grant select, insert, update, delete on tenant.search_text to rapport_public_api, rapport_application_api;

-- What searches sort by. Texts are sorted as they are folded.
create index customer_name on tenant.customer (cell.folded(name), id);
create index customer_code_order on tenant.customer (cell.folded(code), id);
create index customer_created on tenant.customer (created_on, id);
create index contact_last_name on tenant.contact (cell.folded(last_name), id);
create index contact_created on tenant.contact (created_on, id);
create index lead_company_name on tenant.lead (cell.folded(company_name), id);
create index lead_last_name on tenant.lead (cell.folded(last_name), id);
create index lead_created on tenant.lead (created_on, id);
create index opportunity_name on tenant.opportunity (cell.folded(name), id);
create index opportunity_amount on tenant.opportunity (amount, id);
create index opportunity_close on tenant.opportunity (expected_close_date, id);
create index opportunity_created on tenant.opportunity (created_on, id);
create index activity_due on tenant.activity (due_on, id);
create index activity_start on tenant.activity (start_on, id);
create index activity_created on tenant.activity (created_on, id);
create index campaign_name on tenant.campaign (cell.folded(name), id);
create index campaign_start on tenant.campaign (start_date, id);
create index campaign_created on tenant.campaign (created_on, id);

-- What searches filter by. A column with few values comes first, so that an index finds those of the second column too, by a skip over
-- the first. References are in an index only where there is one.
create index customer_kind on tenant.customer (customer_type, is_active, last_modified_on, id);
create index customer_in_group on tenant.customer (customer_group_id, last_modified_on, id) where customer_group_id is not null;
create index customer_parent on tenant.customer (parent_customer_id, last_modified_on, id) where parent_customer_id is not null;
create index lead_kind on tenant.lead (status, source, last_modified_on, id);
create index lead_campaign on tenant.lead (campaign_id, last_modified_on, id) where campaign_id is not null;
create index opportunity_stage on tenant.opportunity (stage, last_modified_on, id);
create index activity_kind on tenant.activity (status, activity_type, last_modified_on, id);
create index activity_customer on tenant.activity (customer_id, last_modified_on, id) where customer_id is not null;
create index activity_subjects on tenant.activity using gin (contact_id, lead_id, opportunity_id, campaign_id) with (fastupdate = off);
create index campaign_kind on tenant.campaign (status, campaign_type, last_modified_on, id);
create index campaign_parent on tenant.campaign (parent_campaign_id, last_modified_on, id) where parent_campaign_id is not null;

-- The keys come last once more, for the reason that customers give.
alter table tenant.customer drop constraint customer_pkey, add primary key (id);
alter table tenant.contact drop constraint contact_pkey, add primary key (id);
alter table tenant.lead drop constraint lead_pkey, add primary key (id);
alter table tenant.opportunity drop constraint opportunity_pkey, add primary key (id);
alter table tenant.activity drop constraint activity_pkey, add primary key (id);
alter table tenant.campaign drop constraint campaign_pkey, add primary key (id);
