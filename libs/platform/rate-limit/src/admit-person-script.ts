import { script } from '@rapport/redis';
import { clockScript } from './clock-script.ts';
import { leaseScript } from './lease-script.ts';
import { windowScript } from './window-script.ts';

/**
 * KEYS tenant, user, log, cells. ARGV units, epoch, the least limit, the two known versions, then a fill: the time of its
 * miss and the fields of the two leases. A fill is taken as for a client.
 */
export const admitPersonScript = script(
  'admit_person',
  `${clockScript}${windowScript}${leaseScript}
local function unlessKnown(state, version, known)
  return version == known and '' or state
end

local us = micros()
local fillAge = us - (tonumber(ARGV[6]) or 0)
if fillAge >= 0 and fillAge <= 500000 then
  lease(us, KEYS[1], ARGV[7], ARGV[8], ARGV[9])
  lease(us, KEYS[2], ARGV[10], ARGV[11], ARGV[12], ARGV[13])
end
local tenant = redis.call('HMGET', KEYS[1], 's', 'v', 'a', 't')
local user = redis.call('HMGET', KEYS[2], 's', 'v', 'a', 'b', 't')
if not holds(tenant[4], us) or not holds(user[5], us) then
  return { 'load', string.format('%.0f', us) }
end
local answer = {
  'refused', '', unlessKnown(tenant[1], tenant[2], ARGV[4]), '', unlessKnown(user[1], user[2], ARGV[5])
}
if user[3] == '1' and user[4] == ARGV[2] then
  local limit = math.max(tonumber(tenant[3]), tonumber(ARGV[3]))
  answer[1], answer[6], answer[7] = 'counted', limit, take(KEYS[3], KEYS[4], limit, tonumber(ARGV[1]), us)
end
return answer
`,
);
