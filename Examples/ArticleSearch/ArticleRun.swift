/// One of the articles' two runs: three images over Network Link Conditioner's DSL, timed from first chunk to last.
struct ArticleRun {
    var name: String
    /// Sizes of the images in bytes: small, medium, large.
    var sizes: [Int]
    /// Times by the app's clock, in seconds.
    var measured: [Double]

    static let all = [
        ArticleRun(
            name: "run 1",
            sizes: [125_724, 310_448, 1_152_812],
            measured: [1.971391458, 5.402707917, 6.923137833]
        ),
        // Sizes as shown by Charles, in KB and MB of 1024.
        ArticleRun(
            name: "run 2",
            sizes: [155_761, 340_480, 1_184_891],
            measured: [1.340919417, 2.400557375, 7.630085417]
        ),
    ]
}
