//! Places texts in a chart so that none covers another.

/// A rectangle: its upper left corner, with y increasing downwards, and its size.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Area {
    pub(super) fn overlaps(&self, other: &Area) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    fn holds(&self, other: &Area) -> bool {
        self.x <= other.x
            && self.y <= other.y
            && other.x + other.width <= self.x + self.width
            && other.y + other.height <= self.y + self.height
    }

    /// The number of these points that lie in it or at most this close to it.
    fn count(&self, points: &[(i32, i32)], close: i32) -> usize {
        let across = self.x - close..self.x + self.width + close;
        let down = self.y - close..self.y + self.height + close;
        points.iter().filter(|(x, y)| across.contains(x) && down.contains(y)).count()
    }
}

/// Allocates areas inside a frame such that no two of them overlap.
pub(super) struct AreaAllocator {
    frame: Area,
    taken: Vec<Area>,
}

impl AreaAllocator {
    pub(super) fn new(frame: Area) -> Self {
        AreaAllocator { frame, taken: Vec::new() }
    }

    /// Marks an area as taken.
    pub(super) fn take(&mut self, area: Area) {
        self.taken.push(area);
    }

    /// Takes a free area of this width and height next to a mark: the one that covers the fewest points, and among equals the first
    /// in the order above, at the sides, below. `None` if all are taken.
    pub(super) fn next_to(
        &mut self,
        mark: Area,
        [width, height]: [i32; 2],
        points: &[(i32, i32)],
    ) -> Option<Area> {
        let middle = (mark.x + mark.width / 2 - width / 2, mark.y + mark.height / 2 - height / 2);
        let (above, below) = (mark.y - height, mark.y + mark.height);
        let (left, right) = (mark.x - width, mark.x + mark.width);
        let corners = [
            (middle.0, above),
            (right, middle.1),
            (left, middle.1),
            (right, above),
            (left, above),
            (middle.0, above - height),
            (middle.0, below),
        ];
        let areas = corners.into_iter().map(|(x, y)| Area { x, y, width, height });
        let free =
            |area: &Area| self.frame.holds(area) && !self.taken.iter().any(|taken| taken.overlaps(area));
        let best = areas.filter(free).min_by_key(|area| area.count(points, 0))?;
        self.taken.push(best);
        Some(best)
    }

    /// Takes the corner of the frame in which a box of this width and height covers the fewest points; among equals the upper right
    /// one first.
    pub(super) fn corner(&mut self, [width, height]: [i32; 2], points: &[(i32, i32)]) -> Area {
        let Area { x, y, width: across, height: down } = self.frame;
        let (right, bottom) = (x + across - width - INSET, y + down - height - INSET);
        let corners = [(right, y + INSET), (x + INSET, y + INSET), (x + INSET, bottom), (right, bottom)];
        let areas = corners.map(|(x, y)| Area { x, y, width, height });
        let best =
            areas.into_iter().min_by_key(|area| area.count(points, INSET)).expect("a frame has four corners");
        self.taken.push(best);
        best
    }
}

/// The distance of the legend from the frame and from marks.
const INSET: i32 = 14;

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Area = Area { x: 0, y: 0, width: 200, height: 100 };

    #[test]
    fn texts_at_one_mark_do_not_overlap_and_end_when_there_is_no_room() {
        let mut areas = AreaAllocator::new(FRAME);
        let mark = Area { x: 90, y: 40, width: 24, height: 24 };
        let found: Vec<Area> = std::iter::from_fn(|| areas.next_to(mark, [40, 20], &[])).collect();
        let corners: Vec<_> = found.iter().map(|area| (area.x, area.y)).collect();
        assert_eq!(corners, [(82, 20), (114, 42), (50, 42), (82, 0), (82, 64)]);
        for (i, a) in found.iter().enumerate() {
            assert!(FRAME.holds(a) && found[i + 1..].iter().all(|b| !a.overlaps(b)), "{found:?}");
        }
    }

    #[test]
    fn the_legend_goes_where_the_fewest_points_are() {
        let mut areas = AreaAllocator::new(FRAME);
        assert_eq!(
            areas.corner([50, 20], &[(180, 20), (20, 20)]),
            Area { x: 14, y: 66, width: 50, height: 20 }
        );
        assert_eq!(areas.corner([50, 20], &[]).x, 136);
    }
}
