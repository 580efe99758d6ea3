# Sends a list request, a completion and a stream with one client: ruby clients.rb CLIENT. Ignores the responses.
require 'json'

BASE, KEY, MODEL, TEXT = ENV.values_at('BASE', 'KEY', 'MODEL', 'TEXT')
plain = { model: MODEL, messages: [{ role: 'user', content: TEXT }], max_tokens: 16 }
bodies = [plain, plain.merge(stream: true)].map { |body| JSON.generate(body) }

case ARGV[0]
when 'net/http'
  require 'net/http'
  uri = URI(BASE)
  Net::HTTP.start(uri.host, uri.port) do |http|
    http.get("#{uri.path}/models", 'Authorization' => "Bearer #{KEY}")
    bodies.each do |body|
      headers = { 'Authorization' => "Bearer #{KEY}", 'Content-Type' => 'application/json' }
      http.post("#{uri.path}/chat/completions", body, headers)
    end
  end
when 'faraday'
  require 'faraday'
  client = Faraday.new(url: BASE, headers: { 'Authorization' => "Bearer #{KEY}" })
  client.get('models')
  bodies.each { |body| client.post('chat/completions', body, 'Content-Type' => 'application/json') }
end
