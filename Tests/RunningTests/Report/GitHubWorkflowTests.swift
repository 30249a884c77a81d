import Reports
import Testing

@testable import Running

@Suite struct GitHubWorkflowTests {
    private func workflow(_ variables: [String: String], in folder: String = "/w/repo/sub") -> GitHubWorkflow?
    {
        GitHubWorkflow(variables, workingFolder: folder)
    }

    @Test(arguments: [
        [:], ["GITHUB_ACTIONS": ""], ["GITHUB_ACTIONS": "false"], ["GITHUB_WORKSPACE": "/w/repo"],
    ])
    func `is absent outside GitHub Actions`(_ variables: [String: String]) {
        #expect(workflow(variables) == nil)
    }

    @Test(arguments: [
        ("a.yaml", "sub/a.yaml"), ("/w/repo/b.yaml", "b.yaml"), ("/etc/c.yaml", "/etc/c.yaml"),
        ("/w/repository/d.yaml", "/w/repository/d.yaml"),
    ])
    func `files are placed relative to the repository`(_ file: String, _ place: String) throws {
        for root in ["/w/repo", "/w/repo/"] {
            let found = try #require(workflow(["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": root]))
            #expect(found.place(of: file) == place)
        }
    }

    @Test func `without a workspace a file keeps its path`() throws {
        let found = try #require(workflow(["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": ""]))
        #expect(found.place(of: "a.yaml") == "a.yaml")
    }
}
