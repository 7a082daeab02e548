//! A cache bounded in bytes: what was not asked for longest goes first.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// Values by key, with their sizes.
pub struct Cache<K, V> {
    most: usize,
    inner: Mutex<Inner<K, V>>,
}

struct Inner<K, V> {
    kept: HashMap<K, Kept<V>>,
    /// The keys by the time of the last question.
    order: BTreeMap<u64, K>,
    now: u64,
    bytes: usize,
}

struct Kept<V> {
    value: V,
    bytes: usize,
    asked: u64,
}

impl<K: Clone + Eq + Hash, V: Clone> Cache<K, V> {
    /// An empty cache of so many bytes (or of whatever sizes are counted in).
    pub fn new(most: usize) -> Self {
        Self {
            most,
            inner: Mutex::new(Inner {
                kept: HashMap::new(),
                order: BTreeMap::new(),
                now: 0,
                bytes: 0,
            }),
        }
    }

    /// The value of a key, if it is still there.
    pub fn get(&self, key: &K) -> Option<V> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let inner = &mut *inner;
        let kept = inner.kept.get_mut(key)?;
        inner.now += 1;
        inner.order.remove(&kept.asked);
        inner.order.insert(inner.now, key.clone());
        kept.asked = inner.now;
        Some(kept.value.clone())
    }

    /// Keeps a value of a size; others go until it fits. One that would never fit is not kept.
    pub fn put(&self, key: K, value: V, bytes: usize) {
        if bytes > self.most {
            return;
        }
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let inner = &mut *inner;
        inner.forget(&key);
        while inner.bytes + bytes > self.most {
            let Some(oldest) = inner.order.values().next().cloned() else {
                break;
            };
            inner.forget(&oldest);
        }
        inner.now += 1;
        inner.order.insert(inner.now, key.clone());
        inner.bytes += bytes;
        let asked = inner.now;
        inner.kept.insert(
            key,
            Kept {
                value,
                bytes,
                asked,
            },
        );
    }

    /// The sizes of all that is kept.
    pub fn bytes(&self) -> usize {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.bytes
    }
}

impl<K: Clone + Eq + Hash, V> Inner<K, V> {
    fn forget(&mut self, key: &K) {
        if let Some(kept) = self.kept.remove(key) {
            self.order.remove(&kept.asked);
            self.bytes -= kept.bytes;
        }
    }
}
