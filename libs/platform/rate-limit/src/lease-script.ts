/**
 * Lua: a lease is a hash of version (v), state (s), the fields a to c that the admission reads, and the time at which
 * it was put (t). It holds for two seconds from that time. Its expiry alone would not end it: when the clock goes back,
 * Redis keeps a key for longer by as much. A lease from the future was put before the clock went back, so its age is
 * not known and it does not hold. An older version never replaces a newer one that holds. A version of two parts is older
 * by its first part, and by its second one where the first is the same.
 */
export const leaseScript = `
local leaseLife = 2000000
local function holds(at, us)
  local age = us - (tonumber(at) or 0)
  return age >= 0 and age < leaseLife
end

local function newer(one, other)
  local parts, others = string.gmatch(one, '%d+'), string.gmatch(other, '%d+')
  local part, its = tonumber(parts()), tonumber(others())
  return part > its or part == its and tonumber(parts() or 0) > tonumber(others() or 0)
end

local function lease(us, key, version, state, a, b, c)
  local kept = redis.call('HMGET', key, 't', 'v')
  if holds(kept[1], us) and newer(kept[2], version) then
    return 0
  end
  redis.call('HSET', key, 't', string.format('%.0f', us), 'v', version, 's', state, 'a', a, 'b', b or '', 'c', c or '')
  redis.call('PEXPIRE', key, 2000)
  return 1
end
`;
