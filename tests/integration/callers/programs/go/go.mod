module callers

go 1.25
