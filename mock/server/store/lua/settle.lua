-- Takes what a response needs, in the order of the gateway: a request, a place, tokens.
-- KEYS: windows, places. ARGV: the three limits, empty where there is none; 1 for a request; a place or nothing; tokens or nothing.
-- Gives: which limit refused (0 for none), milliseconds to wait (-1 for never), requests and tokens used, places taken, and
-- when the window of tokens began. Numbers go into the store in full: Lua would round large ones. What the store holds is
-- checked: a window that opens after now (its clock was set back) is not a window, nor is a place that outlives a lease, and
-- `nan`, `inf` or a negative number would turn a limit off.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function count(field)
  local text = redis.call('HGET', KEYS[1], field)
  return text and #text <= 20 and string.match(text, '^%d+$') and tonumber(text)
end
local function standing(name)
  local opened, used = count(name .. '_opened'), count(name .. '_used')
  if not opened or not used or opened > now or now - opened >= 60000 then return 0, now end
  return used, opened
end
local function take(name, limit, amount)
  if amount > limit then return -1 end
  local used, opened = standing(name)
  if used == 0 then opened = now end
  if used + amount > limit then return math.max(1, opened + 60000 - now) end
  redis.call('HSET', KEYS[1], name .. '_opened', string.format('%.0f', opened), name .. '_used', string.format('%.0f', used + amount))
  redis.call('PEXPIRE', KEYS[1], 120000)
  return 0
end
local requests, tokens, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local refused, wait = 0, 0
if requests and ARGV[4] == '1' then
  wait = take('requests', requests, 1)
  if wait ~= 0 then refused = 1 end
end
if most then
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
  redis.call('ZREMRANGEBYSCORE', KEYS[2], string.format('(%.0f', now + LEASE), '+inf')
end
if refused == 0 and most and ARGV[5] ~= '' then
  if redis.call('ZCARD', KEYS[2]) >= most then
    refused = 2
    wait = -1
  else
    redis.call('ZADD', KEYS[2], string.format('%.0f', now + FIRST_LEASE), ARGV[5])
    redis.call('PEXPIRE', KEYS[2], 2 * LEASE)
  end
end
if refused == 0 and tokens and ARGV[6] ~= '' then
  wait = take('tokens', tokens, tonumber(ARGV[6]))
  if wait ~= 0 then
    refused = 3
    if most and ARGV[5] ~= '' then redis.call('ZREM', KEYS[2], ARGV[5]) end
  end
end
local used, usedTokens, opened, open = 0, 0, 0, 0
if requests then used = standing('requests') end
if tokens then usedTokens, opened = standing('tokens') end
if most then open = redis.call('ZCARD', KEYS[2]) end
return { refused, wait, used, usedTokens, open, opened }
