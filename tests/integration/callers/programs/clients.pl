# Sends a list request, a completion and a stream with one client: perl clients.pl CLIENT. Ignores the responses.
use strict;
use JSON::PP;
use Encode 'decode';

my ($base, $bearer) = ($ENV{BASE}, "Bearer $ENV{KEY}");
my %plain = (model => $ENV{MODEL}, messages => [{ role => 'user', content => decode('UTF-8', $ENV{TEXT}) }], max_tokens => 16);
my @bodies = map { encode_json($_) } \%plain, { %plain, stream => JSON::PP::true };

if ($ARGV[0] eq 'HTTP::Tiny') {
    require HTTP::Tiny;
    my $http = HTTP::Tiny->new(default_headers => { Authorization => $bearer });
    $http->get("$base/models");
    $http->post("$base/chat/completions", { headers => { 'Content-Type' => 'application/json' }, content => $_ }) for @bodies;
} else {
    require LWP::UserAgent;
    my $http = LWP::UserAgent->new(keep_alive => 1);
    $http->default_header(Authorization => $bearer);
    $http->get("$base/models");
    $http->post("$base/chat/completions", 'Content-Type' => 'application/json', Content => $_) for @bodies;
}
