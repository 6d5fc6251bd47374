/**
 * Lua: a lease is a hash of version (v), state (s) and the fields a to c that the admission reads, kept two seconds. An older version
 * never replaces a newer one.
 */
export const leaseScript = `
local function lease(key, version, state, a, b, c)
  local kept = redis.call('HGET', key, 'v')
  if kept and tonumber(kept) > tonumber(version) then
    return 0
  end
  redis.call('HSET', key, 'v', version, 's', state, 'a', a, 'b', b or '', 'c', c or '')
  redis.call('PEXPIRE', key, 2000)
  return 1
end
`;
