// Waiting as patterns of events (Wolf 2003, examples 3.1, 3.2, 3.4 and figures 3.19 and 3.20). Trimtab finds these
// with detectors that read a trace once, location by location; these texts say what the detectors compute, and a test
// holds both to be equal.

pattern LateSender(Region r) {
  roottype: Receive;
  instantiation: Send s1 = sendptr(root); Enter e1 = enterptr(root); Enter e2 = enterptr(s1);
  constraint: exists e in Rs(root, root.location) such that e.region == r and
    e1.region == MPI_Recv and e2.region == MPI_Send and e2.time > e1.time;
  export: float<s> idle = e2.time - e1.time; Enter at = e1;
}

property late_sender(Region r, Experiment e, Region basis) {
  let idle = sum m.idle where m in PATTERN_MATCHES(LateSender(r), e.trace);
  in severity: idle / duration(basis, e);
  impact: idle;
  at: r;
  explain: "Receives in this region wait for messages that are sent later.";
  causes: "The sender has more work before its send than the receiver before its receive.";
  advice: "Send earlier, receive later, or do something else meanwhile with MPI_Irecv.";
}

pattern WaitAtBarrier() {
  roottype: MPICExit;
  instantiation: setof Enter E = mpicoll(root).enterptr;
  constraint: root.region == MPI_Barrier and max(E.time) > min(E.time);
  export: foreach e in E: float<s> wait = max(E.time) - e.time; Enter at = e;
}

property wait_at_barrier(CallPath c, Experiment e) {
  let wait = sum m.wait where m in PATTERN_MATCHES(WaitAtBarrier(), e.trace) and m.path == c;
  in condition: c.region == MPI_Barrier;
  severity: wait / RB(e);
  impact: wait;
  at: c;
  explain: "Ranks that come early to this barrier wait for the last one.";
  causes: "Ranks have unlike amounts of work before the barrier.";
  advice: "Give ranks the same amount of work before the barrier, or take it out where messages do its work.";
}
