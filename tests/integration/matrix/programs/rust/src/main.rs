//! Makes all calls of svc-conformance client --one-process with one library: lines LIBRARY.
use async_openai::{config::OpenAIConfig, types::chat::*};
use eventsource_stream::Eventsource;
use futures::StreamExt;
use genai::adapter::AdapterKind;
use genai::chat::{ChatMessage, ChatRequest, ChatStreamEvent};
use genai::resolver::{AuthData, Endpoint};
use genai::{ModelIden, ModelSpec, ServiceTarget};
use serde_json::{json, Value};

type Said = Result<Value, Box<dyn std::error::Error>>;

fn text_of(call: &Value, name: &str) -> String {
    call[name].as_str().unwrap().to_string()
}

async fn with_async_openai(call: &Value) -> Said {
    let base = text_of(call, "base_url") + "/v1";
    let config = OpenAIConfig::new().with_api_base(base).with_api_key(text_of(call, "key"));
    let client = async_openai::Client::with_config(config);
    let message = ChatCompletionRequestUserMessageArgs::default().content(text_of(call, "prompt")).build()?;
    let mut args = CreateChatCompletionRequestArgs::default();
    let request = args.model(text_of(call, "model")).messages([message.into()]).build()?;
    if call["stream"] != true {
        let completion = client.chat().create(request).await?;
        return Ok(json!({"text": completion.choices[0].message.content, "usage": completion.usage}));
    }
    let (mut text, mut usage) = (String::new(), Value::Null);
    let mut stream = client.chat().create_stream(request).await?;
    while let Some(chunk) = stream.next().await {
        let chunk = chunk?;
        if let Some(choice) = chunk.choices.first() {
            text += choice.delta.content.as_deref().unwrap_or("");
        }
        if chunk.usage.is_some() {
            usage = json!(chunk.usage);
        }
    }
    Ok(json!({"text": text, "usage": usage}))
}

async fn with_genai(call: &Value) -> Said {
    let target = ModelSpec::Target(ServiceTarget {
        model: ModelIden::new(AdapterKind::OpenAI, text_of(call, "model")),
        endpoint: Endpoint::from_owned(text_of(call, "base_url") + "/v1/"),
        auth: AuthData::Key(text_of(call, "key")),
    });
    let client = genai::Client::new()?;
    let request = ChatRequest::new(vec![ChatMessage::user(text_of(call, "prompt"))]);
    if call["stream"] != true {
        return Ok(json!({"text": client.exec_chat(target, request, None).await?.first_text()}));
    }
    let mut text = String::new();
    let mut opened = client.exec_chat_stream(target, request, None).await?;
    while let Some(event) = opened.stream.next().await {
        if let ChatStreamEvent::Chunk(chunk) = event? {
            text += &chunk.content;
        }
    }
    Ok(json!({"text": text}))
}

async fn with_eventsource_stream(call: &Value) -> Said {
    let messages = json!([{"role": "user", "content": call["prompt"]}]);
    let response = reqwest::Client::new()
        .post(text_of(call, "base_url") + "/v1/chat/completions")
        .bearer_auth(text_of(call, "key"))
        .json(&json!({"model": call["model"], "messages": messages, "stream": call["stream"]}))
        .send()
        .await?
        .error_for_status()?;
    if call["stream"] != true {
        let completion: Value = response.json().await?;
        let text = &completion["choices"][0]["message"]["content"];
        return Ok(json!({"text": text, "usage": completion["usage"]}));
    }
    let (mut text, mut usage) = (String::new(), Value::Null);
    let mut events = response.bytes_stream().eventsource();
    while let Some(event) = events.next().await {
        let data = event?.data;
        if data == "[DONE]" {
            return Ok(json!({"text": text, "usage": usage}));
        }
        let chunk: Value = serde_json::from_str(&data)?;
        if let Some(message) = chunk["error"]["message"].as_str() {
            return Err(message.into());
        }
        text += chunk["choices"][0]["delta"]["content"].as_str().unwrap_or("");
        if chunk["usage"].is_object() {
            usage = chunk["usage"].clone();
        }
    }
    Err("the stream ended before [DONE]".into())
}

#[tokio::main]
async fn main() {
    let library = std::env::args().nth(1).unwrap();
    for line in std::io::stdin().lines() {
        let call: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let returned = match library.as_str() {
            "async-openai" => with_async_openai(&call).await,
            "genai" => with_genai(&call).await,
            _ => with_eventsource_stream(&call).await,
        };
        let mut said = returned.unwrap_or_else(|error| {
            eprintln!("{error}");
            json!({"outcome": "threw"})
        });
        said["id"] = call["id"].clone();
        if said["outcome"].is_null() {
            said["outcome"] = json!("returned");
        }
        println!("{said}");
    }
}
