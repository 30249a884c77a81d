import Commands
import Programs

/// The program. Its commands are in a room of their own, because tests link with that, and the program has flags of its own
/// for linking.
@main
enum Netlab {
    static func main() {
        NetlabProgram.run(NetlabCommands.run)
    }
}
