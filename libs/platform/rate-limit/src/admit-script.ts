import { script } from '@rapport/redis';
import { clockScript } from './clock-script.ts';
import { leaseScript } from './lease-script.ts';
import { windowScript } from './window-script.ts';

/**
 * KEYS tenant, client, user, log, cells. ARGV units, epoch, the three known versions, then a fill: the time of its miss
 * and the fields of the three leases. The script ignores a fill that comes later than 500 ms after its miss, because a
 * change may have been published and forgotten meanwhile. It ignores a fill whose miss lies in the future too: the
 * clock went back, so the age of the fill is not known.
 */
export const admitScript = script(
  'admit',
  `${clockScript}${windowScript}${leaseScript}
local function unlessKnown(state, version, known)
  return version == known and '' or state
end

local us = micros()
local declaredUser = string.match(KEYS[3], ':user:(.*)$')
local fillAge = us - (tonumber(ARGV[6]) or 0)
if fillAge >= 0 and fillAge <= 500000 then
  lease(us, KEYS[1], ARGV[7], ARGV[8], ARGV[9])
  lease(us, KEYS[2], ARGV[10], ARGV[11], ARGV[12], ARGV[13], ARGV[14])
  if ARGV[12] == declaredUser then
    lease(us, KEYS[3], ARGV[15], ARGV[16], ARGV[17], ARGV[18])
  end
end
local tenant = redis.call('HMGET', KEYS[1], 's', 'v', 'a', 't')
local client = redis.call('HMGET', KEYS[2], 's', 'v', 'a', 'b', 'c', 't')
if not holds(tenant[4], us) or not holds(client[6], us) then
  return { 'load', string.format('%.0f', us) }
end
if client[3] ~= declaredUser then
  return { 'again', client[3] }
end
local user = redis.call('HMGET', KEYS[3], 's', 'v', 'a', 't')
if not holds(user[4], us) then
  return { 'load', string.format('%.0f', us) }
end
local answer = {
  'refused', '', unlessKnown(tenant[1], tenant[2], ARGV[3]), unlessKnown(client[1], client[2], ARGV[4]), unlessKnown(user[1], user[2], ARGV[5])
}
if client[5] == '1' and user[3] == '1' and client[4] == ARGV[2] then
  local limit = tonumber(tenant[3])
  answer[1], answer[6], answer[7] = 'counted', limit, take(KEYS[4], KEYS[5], limit, tonumber(ARGV[1]), us)
end
return answer
`,
);
