-- Gives back tokens of a window that is still open. KEYS: windows. ARGV: when it began, tokens.
if tonumber(redis.call('HGET', KEYS[1], 'tokens_opened') or '0') == tonumber(ARGV[1]) then
  redis.call('HINCRBY', KEYS[1], 'tokens_used', '-' .. ARGV[2])
end
return 0
