# Sends a list request, a completion and a stream with one client: sh clients.sh CLIENT. Ignores the responses.
# Arguments are visible to other users of the machine: use only the key of the mock here.
bearer="Authorization: Bearer $KEY"
type='Content-Type: application/json'
text=$(printf %s "$TEXT" | sed 's/"/\\"/g')
for stream in list false true; do
  url=$BASE/chat/completions
  body="{\"model\": \"$MODEL\", \"messages\": [{\"role\": \"user\", \"content\": \"$text\"}], \"max_tokens\": 16, \"stream\": $stream}"
  [ "$stream" = list ] && url=$BASE/models
  case $1-$stream in
    curl-list) curl -s "$url" -H "$bearer" ;;
    curl-*) curl -s "$url" -H "$bearer" -H "$type" -d "$body" ;;
    wget-list) wget -q -O - --header "$bearer" "$url" ;;
    wget-*) wget -q -O - --header "$bearer" --header "$type" --post-data "$body" "$url" ;;
    httpie-list) http --ignore-stdin -A bearer -a "$KEY" "$url" ;;
    httpie-*)
      http --ignore-stdin -A bearer -a "$KEY" "$url" model="$MODEL" "messages[0][role]=user" \
        "messages[0][content]=$TEXT" max_tokens:=16 stream:="$stream"
      ;;
  esac
done
