//! The manifest of the external solver as bytes, and back.

use whowins_engine::general::Slot;
use whowins_engine::inside::{Layout, Manifest, Packet, Stage, Stored};

#[test]
fn a_manifest_is_read_as_it_was_written_or_not_at_all() {
    let layout = Layout {
        states: 25,
        size: 10,
        players: 2,
    };
    let slot = |place: u64, bytes: u32| Slot {
        place,
        length: 7,
        bytes,
        sum: 3,
    };
    let mut manifest = Manifest::new(layout, true);
    manifest.stage = Stage::Seeding(2);
    manifest.level = 70_000;
    manifest.decided = 1 << 40;
    manifest.blocks[1] = (
        Some(Stored {
            slot: slot(5, 40),
            width: 2,
        }),
        true,
    );
    manifest.packets[1][2].push(Packet {
        slot: slot(9, 1),
        letters: 4,
    });
    manifest.at_hand.push(slot(100, 12));
    let bytes = manifest.bytes();
    let read = |bytes: &[u8]| Manifest::read(bytes, 25, 2, true);
    assert_eq!(read(&bytes), Some(manifest.clone()));
    assert_eq!(manifest.slots().len(), 3);
    assert_eq!(Manifest::read(&bytes[..], 24, 2, true), None);
    assert_eq!(Manifest::read(&bytes[..], 25, 2, false), None);
    for cut in 0..bytes.len() {
        assert_eq!(read(&bytes[..cut]), None);
    }
    for at in 0..bytes.len() {
        let mut other = bytes.clone();
        other[at] ^= 0xff;
        // Whatever it says, reading it ends.
        let _ = read(&other);
    }
}
