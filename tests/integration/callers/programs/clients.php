<?php
// Sends a list request, a completion and a stream with one client: php clients.php CLIENT. Ignores the responses.
$base = getenv('BASE');
$bearer = 'Authorization: Bearer ' . getenv('KEY');
$plain = ['model' => getenv('MODEL'), 'messages' => [['role' => 'user', 'content' => getenv('TEXT')]], 'max_tokens' => 16];
$bodies = [json_encode($plain), json_encode([...$plain, 'stream' => true])];

if ($argv[1] === 'curl') {
    $curl = curl_init("$base/models");
    curl_setopt_array($curl, [CURLOPT_HTTPHEADER => [$bearer], CURLOPT_RETURNTRANSFER => true]);
    curl_exec($curl);
    foreach ($bodies as $body) {
        curl_setopt_array($curl, [
            CURLOPT_URL => "$base/chat/completions",
            CURLOPT_HTTPHEADER => [$bearer, 'Content-Type: application/json'],
            CURLOPT_POSTFIELDS => $body,
        ]);
        curl_exec($curl);
    }
} else {
    file_get_contents("$base/models", false, stream_context_create(['http' => ['header' => $bearer]]));
    foreach ($bodies as $body) {
        $http = ['method' => 'POST', 'header' => [$bearer, 'Content-Type: application/json'], 'content' => $body];
        file_get_contents("$base/chat/completions", false, stream_context_create(['http' => $http]));
    }
}
