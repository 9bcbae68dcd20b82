// Wait states as patterns of events (Wolf 2003, 3.9). Trimtab finds them with detectors that read a trace once, location by
// location. These texts define the results of the detectors, and tests verify that both agree on traces, call path by call
// path. Times are as measured. A wait of 0 s or less is not a wait state.

// A receive waits until its message is sent. Waits of one MPI_Waitall overlap: of each message, only the part that exceeds
// the earlier ones counts. The sum is the longest wait.
pattern LateSender() {
  roottype: Receive;
  instantiation: Send s = root.sendptr; Enter e1 = root.enterptr; Enter e2 = s.enterptr;
    late = min(e2.time, root.time) - e1.time;
    before = max(0 s, max(min(x.sendptr.enterptr.time, x.time) - e1.time where x in root.earlier));
  constraint: (e1.call == "Recv" or e1.call == "Sendrecv" or e1.call == "Wait" or e1.call == "Waitany" or
    e1.call == "Waitall" or e1.call == "Waitsome") and late > before;
  export: float<s> idle = late - before; Enter at = e1;
}

property late_sender(CallPath c, Experiment e) {
  let idle = sum m.idle where m in PATTERN_MATCHES(LateSender(), e.trace) and m.path == c;
  in severity: idle / RB(e);
  impact: idle;
  at: c;
  explain: "Receives at this call path wait for messages that are sent later.";
  causes: "The sender has more work before its send than the receiver before its receive.";
  advice: "Send earlier, receive later, or compute meanwhile with MPI_Irecv.";
}

// A send waits until its receive is posted, as far as a trace shows: the call that completes it ends after that. Waits of one
// MPI_Waitall overlap, so the sum is the longest wait. If one of its receives has a late sender, that explains its waiting.
pattern LateReceiver() {
  roottype: Message;
  instantiation: Enter e2 = root.completeptr; Enter post = root.postptr;
    late = if (root.until > post.time) post.time - e2.time else 0 s;
    counted = max(0 s, max(x.postptr.time - e2.time where x in root.before and root.until > x.postptr.time and
    x.sendptr.enterptr.call != "LocalSend"));
  constraint: (e2.call == "Send" or e2.call == "Wait" or e2.call == "Waitany" or e2.call == "Waitall" or
    e2.call == "Waitsome") and root.sendptr.enterptr.call != "LocalSend" and late > counted and
    not (exists r in root.received such that r.sendptr.enterptr.time > e2.time);
  export: float<s> idle = late - counted; Enter at = e2;
}

property late_receiver(CallPath c, Experiment e) {
  let idle = sum m.idle where m in PATTERN_MATCHES(LateReceiver(), e.trace) and m.path == c;
  in confidence: 0.5;
  severity: idle / RB(e);
  impact: idle;
  at: c;
  explain: "Sends at this call path wait until their messages are received.";
  causes: "The receiver has more work before its receive than the sender before its send.";
  advice: "Post receives earlier with MPI_Irecv, or send with MPI_Isend and compute meanwhile.";
}

pattern WaitAtBarrier() {
  roottype: MPICExit;
  instantiation: setof MPICExit M = root.mpicoll;
  constraint: root.operation == "Barrier";
  export: foreach x in M: float<s> wait = max(0 s, min(max(M.enterptr.time), x.time) - x.enterptr.time);
    Enter at = x.enterptr;
}

property wait_at_barrier(CallPath c, Experiment e) {
  let wait = sum m.wait where m in PATTERN_MATCHES(WaitAtBarrier(), e.trace) and m.path == c;
  in severity: wait / RB(e);
  impact: wait;
  at: c;
  explain: "Ranks that reach this barrier early wait for the last one.";
  causes: "Ranks have different amounts of work before the barrier.";
  advice: "Give ranks the same amount of work before the barrier, or remove it if messages already synchronize the ranks.";
}

// If a rank ended before the last one began, not all were synchronized: receivers wait for the last sender.
pattern WaitAtNxN() {
  roottype: MPICExit;
  instantiation: setof MPICExit M = root.mpicoll;
    last = max(M.enterptr.time); sender = max(x.enterptr.time where x in M and x.sent > 0 B);
    until = if (min(M.time) >= last) last else sender;
  constraint: root.operation == "Allreduce" or root.operation == "Allgather" or root.operation == "Allgatherv" or
    root.operation == "Alltoall" or root.operation == "ReduceScatter" or root.operation == "ReduceScatterBlock";
  export: foreach x in M: float<s> wait =
    if (x.recvd > 0 B or (x.sent > 0 B and min(M.time) >= last)) max(0 s, min(until, x.time) - x.enterptr.time) else 0 s;
    Enter at = x.enterptr;
}

property wait_at_nxn(CallPath c, Experiment e) {
  let wait = sum m.wait where m in PATTERN_MATCHES(WaitAtNxN(), e.trace) and m.path == c;
  in severity: wait / RB(e);
  impact: wait;
  at: c;
  explain: "Ranks that reach this operation early wait for the last one, because all need its data.";
  causes: "Ranks have different amounts of work before the operation.";
  advice: "Balance the work before it, or use its non-blocking form and compute meanwhile.";
}

pattern LateBroadcast() {
  roottype: MPICExit;
  instantiation: setof MPICExit M = root.mpicoll; MPICExit source = root.rootptr;
  constraint: root.operation == "Bcast" or root.operation == "Scatter" or root.operation == "Scatterv";
  export: foreach x in M: float<s> wait =
    if (x.recvd > 0 B) max(0 s, min(source.enterptr.time, x.time) - x.enterptr.time) else 0 s;
    Enter at = x.enterptr;
}

property late_broadcast(CallPath c, Experiment e) {
  let wait = sum m.wait where m in PATTERN_MATCHES(LateBroadcast(), e.trace) and m.path == c;
  in severity: wait / RB(e);
  impact: wait;
  at: c;
  explain: "Ranks wait here for data of the root, which arrives later.";
  causes: "The root does additional work before the operation, such as reading input.";
  advice: "Let the root send earlier, or give others work that does not need its data.";
}

pattern EarlyReduce() {
  roottype: MPICExit;
  instantiation: setof MPICExit M = root.mpicoll; MPICExit sink = root.rootptr;
    last = max(x.enterptr.time where x in M and x.sent > 0 B);
  constraint: (root.operation == "Reduce" or root.operation == "Gather" or root.operation == "Gatherv") and
    min(last, sink.time) > sink.enterptr.time;
  export: float<s> wait = min(last, sink.time) - sink.enterptr.time; Enter at = sink.enterptr;
}

property early_reduce(CallPath c, Experiment e) {
  let wait = sum m.wait where m in PATTERN_MATCHES(EarlyReduce(), e.trace) and m.path == c;
  in severity: wait / RB(e);
  impact: wait;
  at: c;
  explain: "The root waits here for data of ranks that arrive later.";
  causes: "The root has less work before the operation than the others.";
  advice: "Give the root more of the work, or collect less often.";
}

// Barriers of threads in which no tasks are executed; the time of tasks is not waiting.
pattern WaitAtThreadBarrier() {
  roottype: OMPCExit;
  instantiation: setof OMPCExit T = root.ompcoll;
  constraint: root.region.type == BARRIER or root.region.type == IMPLICIT_BARRIER;
  export: foreach x in T: float<s> wait = max(0 s, min(max(T.enterptr.time), x.time) - x.enterptr.time);
    Enter at = x.enterptr;
}

property wait_at_thread_barrier(CallPath c, Experiment e) {
  let wait = sum m.wait where m in PATTERN_MATCHES(WaitAtThreadBarrier(), e.trace) and m.path == c;
  in severity: wait / RB(e);
  impact: wait;
  at: c;
  explain: "Threads that reach this barrier early wait for the last one of their team.";
  causes: "Threads have different amounts of work before the barrier. One of them does serial work.";
  advice: "Distribute the work before it more evenly (schedule(dynamic), tasks), or remove the barrier if data dependences allow it.";
}
