-- Times stand in sub-selects, because PostgreSQL works out an expression anew for each row that it compares.
-- Made by summarySections in src/summary-sections.ts.

select count(*) from tenant.customer where owner_user_id = :viewer::uuid;
