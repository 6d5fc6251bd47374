-- Deleting a campaign asks whether an opportunity names it. A stage is one of six, so PostgreSQL skips over it for the campaign, and the
-- table keeps to twelve indexes.
create index opportunity_kind on tenant.opportunity (stage, campaign_id, last_modified_on, id);
drop index tenant.opportunity_stage;

-- What searches of a campaign's members sort by.
create index campaign_member_created on tenant.campaign_member (campaign_id, created_on, id);
create index campaign_member_modified on tenant.campaign_member (campaign_id, last_modified_on, id);

-- The keys come last once more, for the reason that customers give.
alter table tenant.opportunity drop constraint opportunity_pkey, add primary key (id);
alter table tenant.campaign_member drop constraint campaign_member_pkey, add primary key (id);
