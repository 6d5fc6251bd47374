-- Codes as they are compared, and the records that have them.
-- Made by takenStatement in src/writing/body/codes.ts.

select given.code, lower(given.code), (select id from tenant.customer where lower(code) = lower(given.code))
from unnest(:codes::text[]) as given (code);
