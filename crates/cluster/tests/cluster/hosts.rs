//! Host files, and what is said of faulty ones.

use whowins_cluster::Hosts;

#[test]
fn a_host_file_is_read_with_its_lines() {
    let text = "# three of them\nnode1:7000\n\n  node2:7001 listen 0.0.0.0:7001  # behind a gate\n[::1]:7002\n";
    let hosts = Hosts::parse("hosts", text).expect("sound");
    let calls: Vec<_> = hosts
        .all
        .iter()
        .map(|host| (&host.call[..], host.line))
        .collect();
    assert_eq!(
        calls,
        [("node1:7000", 2), ("node2:7001", 4), ("[::1]:7002", 5)]
    );
    assert_eq!(hosts.all[1].listen.as_deref(), Some("0.0.0.0:7001"));
}

#[test]
fn a_faulty_line_is_named_with_its_mend() {
    for (text, line, words) in [
        ("node1\n", 1, "write for example"),
        ("node1:7000\nnode2:0\n", 2, "from 1 to 65535"),
        ("node1:7000\nnode2:70000\n", 2, "from 1 to 65535"),
        (":7000\n", 1, "HOST:PORT"),
        ("node1:7000 7001\n", 1, "listen ADDRESS:PORT"),
        ("node1:7000 listen here\n", 1, "`here`"),
        ("a:1\nb:1\n\na:1\n", 4, "is already in line 1"),
    ] {
        let fault = Hosts::parse("hosts", text).expect_err("faulty").to_string();
        assert!(
            fault.starts_with(&format!("hosts, line {line}: ")),
            "{fault}"
        );
        assert!(fault.contains(words), "{fault}");
    }
    let empty = Hosts::parse("hosts", "# nobody\n")
        .expect_err("empty")
        .to_string();
    assert!(empty.contains("write a line"), "{empty}");
}
