/**
 * Lua: never more than `limit` units in any sixty seconds of Redis's own clock. Up to a limit of 6,000 the log is
 * exact, a sorted set of times. Above that, units count in cells of 100 ms. Every cell that touches the last sixty
 * seconds counts, so a request can be refused too early, but never let through too early. A unit from the future shows
 * that the clock went back, so the age of no unit is known: all are forgotten, and no caller waits for longer than a
 * window. A refused request takes nothing. take() gives { taken, remaining, milliseconds until `units` are free again
 * or the oldest one leaves, receipt }, and giveBack() takes the receipt of a single unit.
 */
export const windowScript = `
local window = 60000000
local function takeExactly(log, limit, units, us)
  local newest = redis.call('ZRANGE', log, -1, -1, 'WITHSCORES')[2]
  if newest and tonumber(newest) > us then
    redis.call('DEL', log)
  end
  redis.call('ZREMRANGEBYSCORE', log, '-inf', string.format('%.0f', us - window))
  local used = redis.call('ZCARD', log)
  if used + units > limit then
    local wait = window
    if units <= limit then
      local rank = used + units - limit - 1
      wait = redis.call('ZRANGE', log, rank, rank, 'WITHSCORES')[2] + window - us
    end
    return { 0, math.max(0, limit - used), math.ceil(wait / 1000) }
  end
  local at = string.format('%.0f', us)
  for unit = 1, units do
    redis.call('ZADD', log, at, at .. ':' .. (used + unit))
  end
  redis.call('PEXPIRE', log, window / 1000)
  local oldest = redis.call('ZRANGE', log, 0, 0, 'WITHSCORES')[2]
  return { 1, limit - used - units, math.ceil(((oldest or us) + window - us) / 1000), at .. ':' .. (used + 1) }
end

local function takeInCells(cells, limit, units, us)
  local cell = math.floor(us / 100000)
  local oldest = cell - 600
  local kept = redis.call('HMGET', cells, 'tail', 'total', 'newest')
  local tail, total = tonumber(kept[1] or cell), tonumber(kept[2] or 0)
  if oldest - tail > 601 or tonumber(kept[3] or tail) > cell then
    redis.call('DEL', cells)
    tail, total = cell, 0
  end
  while tail < oldest do
    total = total - (redis.call('HGET', cells, tail) or 0)
    redis.call('HDEL', cells, tail)
    tail = tail + 1
  end
  local answer
  if total + units > limit then
    local freed, last = 0, tail - 1
    while units <= limit and freed < total + units - limit do
      last = last + 1
      freed = freed + (redis.call('HGET', cells, last) or 0)
    end
    if units > limit then
      last = cell
    end
    answer = { 0, math.max(0, limit - total), math.ceil(((last + 601) * 100000 - us) / 1000) }
  else
    total = total + units
    redis.call('HINCRBY', cells, cell, units)
    redis.call('HSET', cells, 'newest', cell)
    answer = { 1, limit - total, math.ceil(((tail + 601) * 100000 - us) / 1000), tostring(cell) }
  end
  redis.call('HSET', cells, 'tail', tail, 'total', total)
  redis.call('PEXPIRE', cells, window / 1000 + 200)
  return answer
end

local function giveBack(log, cells, limit, receipt)
  if limit <= 6000 then
    redis.call('ZREM', log, receipt)
  elseif tonumber(redis.call('HGET', cells, receipt) or 0) > 0 then
    redis.call('HINCRBY', cells, receipt, -1)
    redis.call('HINCRBY', cells, 'total', -1)
  end
end

local function take(log, cells, limit, units, us)
  if limit <= 6000 then
    return takeExactly(log, limit, units, us)
  end
  return takeInCells(cells, limit, units, us)
end
`;
