import { defineScript } from './script.ts';

// A client that loses its connection sends a command again when it has not seen the reply. `call` names the call, so that
// a script that has already run says again what it said, and does not take the caller for somebody else.

const now = `
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
`;

const held = `
local function held(epoch)
  return redis.call('HGET', KEYS[1], 'epoch') == epoch and redis.call('HGET', KEYS[1], 'leaseUntil') ~= '0'
end
`;

/**
 * Keys: session, records. Arguments: ttlMs, call. The epoch is never below the time in microseconds, so that it also
 * grows over the expiry of a session whose id is used again.
 */
export const claimScript = defineScript(`${now}
local ttlMs, call = ARGV[1], ARGV[2]
-- Read first: what cannot be read must not be left held.
local records = redis.call('HGETALL', KEYS[2])
local stored = redis.call('HMGET', KEYS[1], 'records', 'result', 'checksum')
if stored[2] then return {'finished', 0, stored[1], stored[2], stored[3], records} end
if redis.call('HGET', KEYS[1], 'claimedBy') ~= call then
  local forMs = (redis.call('HGET', KEYS[1], 'leaseUntil') or 0) - now
  if forMs > 0 then return {'held', forMs} end
  local epoch = math.max((redis.call('HGET', KEYS[1], 'epoch') or 0) + 1, micros)
  redis.call('HSETNX', KEYS[1], 'changedAt', now)
  redis.call('HSET', KEYS[1], 'epoch', epoch, 'leaseUntil', now + ttlMs, 'claimedBy', call)
end
return {'claimed', redis.call('HGET', KEYS[1], 'epoch'), stored[1], stored[2], stored[3], records}
`);

/** Keys: session. Arguments: epoch, ttlMs. */
export const renewScript = defineScript(`${now}${held}
local epoch, ttlMs = ARGV[1], ARGV[2]
if not held(epoch) then return 0 end
redis.call('HSET', KEYS[1], 'leaseUntil', now + ttlMs)
return 1
`);

/** Keys: session, records. Arguments: epoch, ord, key, record, call. */
export const appendScript = defineScript(`${now}${held}
local epoch, ord, key, record, call = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
if redis.call('HGET', KEYS[1], 'writtenBy') == call then return 'ok' end
if not held(epoch) or redis.call('HEXISTS', KEYS[1], 'result') == 1 then return 'fenced' end
if tonumber(redis.call('HGET', KEYS[1], 'records') or 0) ~= tonumber(ord) then return 'fenced' end
if redis.call('HSETNX', KEYS[2], key, record) == 0 then return 'fenced' end
redis.call('HSET', KEYS[1], 'records', ord + 1, 'changedAt', now, 'writtenBy', call)
redis.call('HDEL', KEYS[1], 'waitingFor')
return 'ok'
`);

/** Keys: session, records, signals. Arguments: epoch, result, checksum, keepMs, call. */
export const finishScript = defineScript(`${now}${held}
local epoch, result, checksum, keepMs, call = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
if redis.call('HGET', KEYS[1], 'writtenBy') == call then return 'ok' end
if not held(epoch) or redis.call('HEXISTS', KEYS[1], 'result') == 1 then return 'fenced' end
local expiresAt = now + keepMs
redis.call('HSET', KEYS[1], 'result', result, 'checksum', checksum,
  'changedAt', now, 'expiresAt', expiresAt, 'writtenBy', call)
redis.call('HDEL', KEYS[1], 'waitingFor')
for _, key in ipairs(KEYS) do redis.call('PEXPIREAT', key, expiresAt) end
return 'ok'
`);

/** Keys: session. Arguments: epoch, and what the session waits for, if that is to be known; one that is finished does not. */
export const releaseScript = defineScript(`${held}
local epoch, waitingFor = ARGV[1], ARGV[2]
if not held(epoch) then return end
redis.call('HSET', KEYS[1], 'leaseUntil', 0)
if waitingFor and redis.call('HEXISTS', KEYS[1], 'result') == 0 then
  redis.call('HSET', KEYS[1], 'waitingFor', waitingFor)
end
`);

/** Keys: session, signals. Arguments: key, text, call. */
export const signalScript = defineScript(`${now}
local key, text, call = ARGV[1], ARGV[2], ARGV[3]
if redis.call('HGET', KEYS[1], 'signalledBy') == call then return 1 end
if redis.call('HSETNX', KEYS[2], key, text) == 0 then return 0 end
redis.call('HSETNX', KEYS[1], 'changedAt', now)
redis.call('HSET', KEYS[1], 'signalledBy', call)
local expiresAt = redis.call('HGET', KEYS[1], 'expiresAt')
if expiresAt then redis.call('PEXPIREAT', KEYS[2], expiresAt) end
return 1
`);

/** Keys: signals. */
export const signalsScript = defineScript(`return redis.call('HGETALL', KEYS[1])`);

/** Keys: session, records. */
export const loadScript = defineScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
local session = redis.call('HMGET', KEYS[1], 'records', 'result', 'checksum')
return {session[1], session[2], session[3], redis.call('HGETALL', KEYS[2])}
`);

/** Keys: session, records. */
export const summaryScript = defineScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
local session = redis.call('HMGET', KEYS[1], 'changedAt', 'waitingFor')
local isFinished = redis.call('HEXISTS', KEYS[1], 'result')
return {isFinished, redis.call('HLEN', KEYS[2]), session[1], session[2]}
`);

/** Keys: session. */
export const existsScript = defineScript(`return redis.call('EXISTS', KEYS[1])`);
