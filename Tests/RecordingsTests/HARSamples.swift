/// Archives as real tools write them, each with that tool's own additions, omissions or spellings.
enum HARSamples {
    static let chrome = """
        {"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"}, "pages": [], "entries": [
         {"_connectionId": "12", "_initiator": {"type": "other"}, "_priority": "High", "cache": {}, "connection": "12",
          "request": {"method": "GET", "url": "https://img.example.com/a.jpg?w=10&token=abc", "httpVersion": "h2",
           "headers": [{"name": ":authority", "value": "img.example.com"}, {"name": "cookie", "value": "id=1"}],
           "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
          "response": {"status": 200, "statusText": "", "httpVersion": "h2",
           "headers": [{"name": "content-type", "value": "image/jpeg"}, {"name": "set-cookie", "value": "id=2"}],
           "cookies": [], "content": {"size": 1000, "mimeType": "image/jpeg"}, "redirectURL": "",
           "headersSize": -1, "bodySize": -1, "_transferSize": 1100, "_error": null},
          "serverIPAddress": "203.0.113.7", "startedDateTime": "2026-03-01T09:30:00.125Z", "time": 85.5,
          "timings": {"blocked": 1.5, "dns": 4, "ssl": 20, "connect": 32, "send": 0.2, "wait": 40, "receive": 7.8,
           "_blocked_queueing": 1.1}},
         {"_fromCache": "memory", "cache": {}, "request": {"method": "GET", "url": "https://img.example.com/b.jpg",
           "httpVersion": "h2", "headers": []}, "response": {"status": 200, "headers": [], "content": {"size": 5},
           "bodySize": 0}, "startedDateTime": "2026-03-01T09:30:00.130Z", "time": 1, "timings": {"wait": 1}},
         {"request": {"method": "GET", "url": "data:image/png;base64,AAAA"}, "response": {"status": 200},
          "startedDateTime": "2026-03-01T09:30:00.131Z", "time": 0, "timings": {}}
        ]}}
        """

    static let firefox = """
        {"log": {"version": "1.2", "creator": {"name": "Firefox", "version": "128.0"}, "entries": [
         {"startedDateTime": "2026-03-01T11:30:00.125+02:00", "time": 50,
          "request": {"method": "GET", "url": "http://example.com/api/items", "httpVersion": "HTTP/1.1", "headers": []},
          "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1",
           "headers": [{"name": "Content-Encoding", "value": "gzip"}],
           "content": {"mimeType": "application/json; charset=utf-8", "size": 25, "text": "{\\"items\\":[1,2,3,4,5,6,7]}"},
           "headersSize": 180, "bodySize": 40},
          "timings": {"blocked": 0, "dns": 0, "connect": 10, "ssl": 0, "send": 0, "wait": 30, "receive": 10}},
         {"startedDateTime": "2026-03-01T11:30:00.225+02:00", "time": 20,
          "request": {"method": "POST", "url": "http://example.com/api/log", "httpVersion": "HTTP/1.1", "headers": []},
          "response": {"status": 204, "headers": [], "content": {"size": 0}, "bodySize": 0}, "timings": {"wait": 20}}
        ]}}
        """

    static let charles = """
        {"log": {"version": "1.2", "creator": {"name": "Charles Proxy", "version": "4.6.4"}, "entries": [
         {"startedDateTime": "2026-03-01T09:30:00.125000+00:00", "time": 120,
          "request": {"method": "GET", "url": "http://example.com/logo.png", "httpVersion": "HTTP/1.1", "headers": []},
          "response": {"_charlesStatus": "COMPLETE", "status": 200, "httpVersion": "HTTP/1.1",
           "headers": [{"name": "Content-Type", "value": "image/png"}],
           "content": {"size": 4, "mimeType": "image/png", "text": "iVBORw==", "encoding": "base64"},
           "headersSize": 90, "bodySize": 4},
          "serverIPAddress": "203.0.113.9", "cache": {},
          "timings": {"dns": 1, "connect": 15, "ssl": -1, "send": 1, "wait": 60, "receive": 43}}
        ]}}
        """

    static let mitmproxy = """
        {"log": {"version": "1.2", "creator": {"name": "mitmproxy", "version": "10.1"}, "pages": [], "entries": [
         {"startedDateTime": "2026-03-01T09:30:00.125999+00:00", "time": 33,
          "request": {"method": "GET", "url": "https://example.com/", "httpVersion": "HTTP/2.0", "headers": []},
          "response": {"status": 404, "statusText": "Not Found", "httpVersion": "HTTP/2.0", "headers": [],
           "content": {"size": 9, "compression": 0, "mimeType": "text/plain", "text": "not there"},
           "headersSize": 30, "bodySize": 9},
          "cache": {}, "timings": {"connect": 5, "ssl": 7, "send": 1, "receive": 2, "wait": 18},
          "serverIPAddress": "203.0.113.5"}
        ]}}
        """

    static let safari = """
        {"log": {"version": "1.2", "creator": {"name": "WebKit Web Inspector", "version": "1.0"}, "pages": [
          {"id": "page_0", "startedDateTime": "2026-03-01T09:30:00.000Z", "title": "http://example.com/",
           "pageTimings": {"onContentLoad": 60, "onLoad": 90}}], "entries": [
         {"pageref": "page_0", "startedDateTime": "2026-03-01T09:30:00.125Z", "time": 61.25,
          "request": {"method": "GET", "url": "https://example.com/photo.jpg", "httpVersion": "HTTP/2", "cookies": [],
           "headers": [{"name": "Accept", "value": "*/*"}], "queryString": [], "headersSize": 400, "bodySize": 0},
          "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/2", "cookies": [],
           "headers": [{"name": "Content-Type", "value": "image/jpeg"}],
           "content": {"size": 4, "compression": 0, "mimeType": "image/jpeg", "text": "/9j/4A==", "encoding": "base64"},
           "redirectURL": "", "headersSize": 120, "bodySize": 4, "_transferSize": 124},
          "cache": {}, "timings": {"blocked": 0.25, "dns": 5, "connect": 25, "ssl": 13, "send": 1, "wait": 20, "receive": 10},
          "serverIPAddress": "203.0.113.11", "connection": "7", "_fetchType": "Network Load", "_priority": "low"},
         {"pageref": "page_0", "startedDateTime": "2026-03-01T09:30:00.150Z", "time": 0.1,
          "request": {"method": "GET", "url": "https://example.com/style.css", "httpVersion": "", "headers": []},
          "response": {"status": 200, "statusText": "OK", "httpVersion": "", "headers": [],
           "content": {"size": 10, "mimeType": "text/css"}, "headersSize": -1, "bodySize": -1},
          "cache": {}, "timings": {"blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 0, "receive": 0},
          "_fetchType": "Disk Cache"}
        ]}}
        """
}
