-- Lets places live on. KEYS: places. ARGV: the places.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, place in ipairs(ARGV) do redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f', now + LEASE), place) end
redis.call('PEXPIRE', KEYS[1], 2 * LEASE)
return 0
