/** Lua: microseconds of Redis's own clock. */
export const clockScript = `
local function micros()
  local time = redis.call('TIME')
  return time[1] * 1000000 + time[2]
end
`;
