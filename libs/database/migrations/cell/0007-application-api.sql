-- The application API brings changes of people to the cell: members, the records that follow their owners, names.
grant usage on schema cell to rapport_application_api;
grant select on cell.migration, cell.tenant_schema to rapport_application_api;
grant select on cell.epoch to rapport_application_api;
grant select, insert, update on cell.member to rapport_application_api;
grant select, insert on cell.outbox to rapport_application_api;
grant select, insert, update, delete on cell.fan_out to rapport_application_api;
grant execute on function cell.referrers, cell.is_there, cell.open_fan_out to rapport_application_api;
