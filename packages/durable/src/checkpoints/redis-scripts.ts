import { defineScript } from '../redis/script.ts';

// Every script has the same keys: order, sessions, expiry, sizes, facts, records, totals (redis-keys.ts). The last argument of
// all is the time; without one it is the server's.

const library = `
local order, sessions, expiry, sizes, facts, records, totals =
  KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local rankStep = 1000000000000000

local function timeOf(given)
  if given ~= '' then return tonumber(given) end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Without one of these keys numbers are given twice, and bytes are never or twice given back.
local function hasLostKeys()
  local found = redis.call('EXISTS', order, sessions, sizes)
  if found == 0 then return tonumber(redis.call('HGET', totals, 'bytes') or 0) ~= 0 end
  return found < 3 or redis.call('EXISTS', totals) == 0
end

local function whole(number) return string.format('%.0f', number) end

local function memberOf(id, number)
  local session, rest = string.match(id, '^(.*)/([^/]*)$')
  return session .. '/' .. string.format('%016.0f', number) .. '/' .. rest
end

local function remove(id)
  local number = (redis.call('ZSCORE', order, id) or 0) % rankStep
  redis.call('HINCRBY', totals, 'bytes', -(redis.call('HGET', sizes, id) or 0))
  redis.call('ZREM', order, id)
  redis.call('ZREM', sessions, memberOf(id, number))
  redis.call('ZREM', expiry, id)
  for _, key in ipairs({sizes, facts, records}) do redis.call('HDEL', key, id) end
end

local function sweep(now)
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', expiry, '-inf', whole(now))) do remove(id) end
end

local function isExpired(id, now)
  local expiresAt = redis.call('ZSCORE', expiry, id)
  return expiresAt and tonumber(expiresAt) <= now
end

local function idsOf(session)
  local ids = {}
  local members = redis.call('ZRANGEBYLEX', sessions, '[' .. session .. '/', '(' .. session .. '0')
  for index, member in ipairs(members) do
    ids[index] = session .. '/' .. string.match(member, '[^/]*$')
  end
  return ids
end
`;

/**
 * Arguments: id, session key, rank of the priority, bytes, maxCheckpoints, maxBytes, facts, record, time. Gives the ids and
 * facts of what had to go, or `lost`. A client that lost its connection may send it again.
 */
export const saveScript = defineScript(`${library}
local id, session, rank, bytes = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local maxCheckpoints, maxBytes = tonumber(ARGV[5]), tonumber(ARGV[6])
if redis.call('HEXISTS', sizes, id) == 1 then return {'saved'} end
if hasLostKeys() then return {'lost'} end
sweep(timeOf(ARGV[9]))
local tooMany = redis.call('ZCARD', order) + 1 - maxCheckpoints
local tooManyBytes = (redis.call('HGET', totals, 'bytes') or 0) + bytes - maxBytes
local below, batchSize, victims = '(' .. whole((rank + 1) * rankStep), 100, {}
while tooMany > 0 or tooManyBytes > 0 do
  local batch = redis.call('ZRANGEBYSCORE', order, '-inf', below, 'LIMIT', #victims, batchSize)
  for _, victim in ipairs(batch) do
    if tooMany <= 0 and tooManyBytes <= 0 then break end
    victims[#victims + 1] = victim
    tooMany = tooMany - 1
    tooManyBytes = tooManyBytes - (redis.call('HGET', sizes, victim) or 0)
  end
  if #batch < batchSize and (tooMany > 0 or tooManyBytes > 0) then return {'no_room'} end
end
local reply = {'saved'}
for _, victim in ipairs(victims) do
  reply[#reply + 1] = victim
  reply[#reply + 1] = redis.call('HGET', facts, victim) or ''
  remove(victim)
end
local number = redis.call('HINCRBY', totals, 'number', 1)
redis.call('HINCRBY', totals, 'bytes', bytes)
redis.call('ZADD', order, whole(rank * rankStep + number), id)
redis.call('ZADD', sessions, 0, memberOf(id, number))
redis.call('HSET', sizes, id, bytes)
redis.call('HSET', facts, id, ARGV[7])
redis.call('HSET', records, id, ARGV[8])
return reply
`);

/** Arguments: id, time. Gives facts and record, or nothing. */
export const restoreScript = defineScript(`${library}
local id = ARGV[1]
if redis.call('HEXISTS', sizes, id) == 0 or isExpired(id, timeOf(ARGV[2])) then return false end
return {redis.call('HGET', facts, id) or '', redis.call('HGET', records, id) or ''}
`);

/** Arguments: session key, time. Gives ids and facts, the oldest first. */
export const listScript = defineScript(`${library}
local now, reply = timeOf(ARGV[2]), {}
for _, id in ipairs(idsOf(ARGV[1])) do
  if not isExpired(id, now) then
    reply[#reply + 1] = id
    reply[#reply + 1] = redis.call('HGET', facts, id) or ''
  end
end
return reply
`);

/** Arguments: session key, ttlMs, time. Gives `ended` or `lost`. */
export const endScript = defineScript(`${library}
if hasLostKeys() then return {'lost'} end
local now = timeOf(ARGV[3])
for _, id in ipairs(idsOf(ARGV[1])) do
  redis.call('ZADD', expiry, 'NX', whole(now + tonumber(ARGV[2])), id)
end
sweep(now)
return {'ended'}
`);
