//! Sends a list request, a completion and a stream with one client: callers CLIENT. Ignores the responses.
use async_openai::{config::OpenAIConfig, types::chat::*, Client};
use futures::StreamExt;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use serde_json::{json, Value};
use std::env::var;

fn bodies() -> [Value; 2] {
    let plain = json!({"model": var("MODEL").unwrap(), "messages": [{"role": "user", "content": var("TEXT").unwrap()}], "max_tokens": 16});
    let mut streamed = plain.clone();
    streamed["stream"] = json!(true);
    [plain, streamed]
}

fn url(path: &str) -> String {
    format!("{}/{path}", var("BASE").unwrap())
}

fn bearer() -> String {
    format!("Bearer {}", var("KEY").unwrap())
}

async fn with_reqwest() {
    let client = reqwest::Client::new();
    let list = client.get(url("models")).header("Authorization", bearer());
    let _ = list.send().await.unwrap().text().await;
    for body in bodies() {
        let post = client.post(url("chat/completions")).header("Authorization", bearer()).json(&body);
        let _ = post.send().await.unwrap().text().await;
    }
}

fn with_ureq() {
    let agent = ureq::Agent::new_with_defaults();
    let _ = agent.get(url("models")).header("Authorization", bearer()).call().unwrap().body_mut().read_to_string();
    for body in bodies() {
        let post = agent.post(url("chat/completions")).header("Authorization", bearer());
        let _ = post.send_json(&body).unwrap().body_mut().read_to_string();
    }
}

async fn with_hyper() {
    let client = hyper_util::client::legacy::Client::builder(hyper_util::rt::TokioExecutor::new()).build_http();
    let mut requests = vec![hyper::Request::get(url("models")).header("authorization", bearer()).body(Full::<Bytes>::default())];
    for body in bodies() {
        let post = hyper::Request::post(url("chat/completions")).header("authorization", bearer());
        requests.push(post.header("content-type", "application/json").body(Full::from(body.to_string())));
    }
    for request in requests {
        let _ = client.request(request.unwrap()).await.unwrap().into_body().collect().await;
    }
}

async fn with_async_openai() {
    let config = OpenAIConfig::new().with_api_base(var("BASE").unwrap()).with_api_key(var("KEY").unwrap());
    let client = Client::with_config(config);
    let _ = client.models().list().await;
    let message = ChatCompletionRequestUserMessageArgs::default().content(var("TEXT").unwrap()).build().unwrap();
    let mut args = CreateChatCompletionRequestArgs::default();
    args.model(var("MODEL").unwrap()).max_completion_tokens(16u32).messages([message.into()]);
    let request = args.build().unwrap();
    let _ = client.chat().create(request.clone()).await;
    if let Ok(mut stream) = client.chat().create_stream(request).await {
        while stream.next().await.is_some() {}
    }
}

#[tokio::main]
async fn main() {
    match std::env::args().nth(1).unwrap().as_str() {
        "reqwest" => with_reqwest().await,
        "ureq" => tokio::task::spawn_blocking(with_ureq).await.unwrap(),
        "hyper" => with_hyper().await,
        _ => with_async_openai().await,
    }
}
