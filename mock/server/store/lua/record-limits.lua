-- Leaves the limits of a project, and gives those that were left last. KEYS: limits. ARGV: the limits, milliseconds that they stay.
local before = redis.call('HGET', KEYS[1], 'limits')
redis.call('HSET', KEYS[1], 'limits', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return before or ''
