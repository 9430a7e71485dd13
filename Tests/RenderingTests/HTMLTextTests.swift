import Rendering
import Testing

@Suite struct HTMLTextTests {
  @Test(arguments: [
    ("<p>Hello <b>world</b></p>", "Hello world"),
    ("<html><head><title>T</title><style>p{color:red}</style></head><body>x</body></html>", "x"),
    ("a<!-- secret <b> -->b", "ab"), ("a<!-- never closed", "a"), ("<!DOCTYPE html><?xml?>x", "x"),
    ("<script>if (a<b) { document.write('</p>') }</script>ok", "ok"),
    ("<STYLE>x</StYlE>ok", "ok"), ("<style>never closed", ""),
    ("one<br>two<br/>three", "one\ntwo\nthree"), ("one<br><br><br><br>two", "one\n\ntwo"),
    ("<div>one</div><div>two</div>", "one\ntwo"), ("<p>one</p>\n\n<p>two</p>", "one\n\ntwo"),
    ("  a \n\t b  ", "a b"), ("a&nbsp;&nbsp;b", "a  b"),
    ("<ul><li>one</li><li>two<ul><li>in</li></ul></li></ul>after", "- one\n- two\n  - in\nafter"),
    ("<ol><li>one<li>two</ol>", "1. one\n2. two"),
    (
      "<a href=\"https://x.example/a?b=1&amp;c=2\">Join</a> now",
      "Join (https://x.example/a?b=1&c=2) now"
    ),
    ("<a href='https://x.example'>https://x.example</a>", "https://x.example"),
    ("<a href=\"mailto:a@x.example\">a@x.example</a>", "a@x.example"),
    ("<a href=\"javascript:alert(1)\">click</a>", "click"), ("<a name=top>t</a>", "t"),
    ("<a href=https://x.example/><img alt=''></a>", "https://x.example/"),
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a  b\nc"),
    ("<pre>a\n  b</pre>c", "a\n  b\n\nc"), ("1 < 2 &amp;&amp; 3 > 2", "1 < 2 && 3 > 2"),
    ("<p title=\"a>b\">x</p>", "x"), ("<b>never ended", "never ended"), ("x<b", "x"),
    (
      "&lt;b&gt; &#8217; &#x2019; &#146; &euro; &eacute; &unknown; &amp",
      "<b> ’ ’ ’ € é &unknown; &"
    ),
    ("&#0; &#xD800; &#99999999999;", "\u{FFFD} \u{FFFD} \u{FFFD}"),
    ("&notit; &copy2024", "&notit; &copy2024"),
    ("", ""), ("\u{1b}[31mred &#27;[2Jx", "red x"), ("<p></p><p>&nbsp;</p>x", "x"),
  ])
  func `what a reader sees`(html: String, expected: String) {
    #expect(HTMLText.plain(html) == expected)
  }

  @Test func `a large broken body is read in good time`() {
    let pieces = ["<!--", "<a href=\"", "<style", "&", "<div><ul><li>", "]]>", "</", "<"]
    for piece in pieces {
      let html = String(repeating: piece, count: 20_000 / piece.utf8.count)
      #expect(HTMLText.plain(html).utf8.count <= 200_000)
    }
  }
}
