import Programs
import Testing

@testable import Commands

struct ProxyActionTests {
    private func command(_ words: [String]) throws(CommandFailure) -> ProxyVerb? {
        let arguments = try ParsedArguments(words[...], taking: ProxyCommand.options, command: "proxy")
        let verb = try ProxyVerb(arguments)
        if verb != nil { _ = try ProxyCommand(arguments) }
        return verb
    }

    @Test(arguments: [
        ["status"], ["page"], ["status", "--json", "--port", "9999"], ["intercept", "*.a.test", "b.test"],
        ["intercept", "*", "--off"], ["allow", "10.0.0.0/8"], ["throttle", "3g"], ["throttle", "none"],
        ["throttle", "--profile", "3g", "--set", "link.down.rate=1 Mbit/s"], ["list"], ["list", "5"],
        ["throttle", "3g", "--host", "*.a.test", "--host", "b.test"],
        ["throttle", "--host", "*.a.test", "--off"],
        ["repeat", "3"], ["repeat", "3", "--times", "50", "--concurrency", "8"], ["breakpoint", "*"],
        ["breakpoint", "https://a.test/*", "b.test", "--request"],
        ["breakpoint", "*", "--off", "--response"],
        ["held"], ["show", "3"], ["continue", "3"], ["continue", "3", "4"], ["continue", "3", "--edit"],
        ["continue", "3", "--from", "-", "--json"], ["abort", "3", "4"], ["compose", "http://a.test/"],
        ["compose", "PUT", "http://a.test/", "-H", "A: b", "--data", "@x"],
        ["compose", "--from", "3", "--edit"], ["open", "a.har"],
        ["open", "a.har", "--ui-port", "0", "--json"],
    ])
    func `a verb does not start a proxy`(_ words: [String]) throws {
        #expect(try command(words) != nil)
    }

    @Test func `options alone start a proxy`() throws {
        #expect(try command(["--intercept", "*", "--profile", "3g"]) == nil)
    }

    @Test(arguments: [
        (["stray"], "`stray`"), (["statsu"], "`statsu`"), (["status", "x"], "`x`"), (["page", "x"], "`x`"),
        (["intercept"], "a host"),
        (["intercept", "https://a.test"], "https://a.test"), (["allow"], "an address"),
        (["allow", "phone"], "phone"), (["throttle"], "one profile"),
        (["throttle", "3g", "dsl"], "one profile"),
        (["status", "--off"], "--off"), (["--off"], "--off"), (["status", "--profile", "3g"], "--profile"),
        (["intercept", "*", "--save", "a.har"], "--save"), (["status", "--port", "0"], "65535"),
        (["list", "x"], "a number"), (["repeat"], "one request"), (["repeat", "x"], "one request"),
        (["repeat", "1", "2"], "one request"), (["repeat", "1", "--times", "0"], "--times"),
        (["list", "--times", "2"], "netlab proxy repeat"),
        (["--off"], "intercept, allow, throttle and breakpoint"),
        (["throttle", "--off"], "--host"), (["throttle", "3g", "--host", "a.test", "--off"], "no profile"),
        (["throttle", "3g", "--host", "https://a.test"], "https://a.test"),
        (["--host", "a.test"], "netlab proxy throttle"), (["--edit"], "continue and compose"),
        (["breakpoint"], "a URL or a host"), (["breakpoint", "a b"], "`a b`"),
        (["intercept", "*", "--request"], "netlab proxy breakpoint"), (["held", "3"], "`3`"),
        (["show"], "the id"), (["show", "x"], "the id"), (["show", "1", "2"], "one id"),
        (["continue", "1", "2", "--edit"], "one id"),
        (["continue", "1", "--edit", "--from", "-"], "not from both"),
        (["abort", "1", "--edit"], "continue and compose"), (["compose"], "a method and a URL"),
        (["compose", "a.test"], "not an http or https URL"),
        (["compose", "G T", "http://a.test/"], "a method and a URL"),
        (["compose", "http://a.test/", "-H", "nonsense"], "`nonsense`"),
        (["compose", "http://a.test/", "-H", "Content-Length: 3"], "the proxy sets"),
        (["compose", "http://a.test/", "--from", "3"], "or --from NUMBER"), (["open"], "one file"),
        (["open", "a.har", "b.har"], "one file"), (["open", "a.har", "--port", "1"], "--ui-port N"),
        (["status", "--ui-port", "1"], "netlab proxy open"),
    ])
    func `rejects invalid arguments`(_ words: [String], _ told: String) {
        let failure = #expect(throws: CommandFailure.self) { _ = try command(words) }
        #expect(failure?.status == .wrongUsage && failure?.message.contains(told) == true)
    }
}
