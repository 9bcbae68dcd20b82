// The efficiency metrics of POP (https://pop-coe.eu): U is the useful time of a thread, R the run time. They are reported as
// a separate tree, with the code that loses efficiency. They have no impact here, so the loss counts once.

property ParallelEfficiency(Experiment e) {
  let efficiency = avg(e.usefulT) / e.runTime;
  in condition: efficiency < popFair;
  severity: 1 - efficiency;
  explain: "Threads compute for less than 80 % of the run. This is the load balance times the communication efficiency.";
  causes: "Work is distributed unevenly, threads wait for messages, or the run has serial parts.";
  advice: "Look at the smaller of the two factors first.";
}

property LoadBalance(Experiment e) {
  let efficiency = avg(e.usefulT) / max(e.usefulT);
  in condition: efficiency < popFair;
  severity: (max(e.usefulT) - avg(e.usefulT)) / e.runTime;
  explain: "Threads have different computation times: the mean is less than 80 % of the maximum.";
  causes: "Some ranks have larger parts of the domain, or parts that take longer. Threads are idle in serial code.";
  advice: "Distribute the work by its cost instead of its size, or balance it dynamically.";
}

property CommunicationEfficiency(Experiment e) {
  let efficiency = max(e.usefulT) / e.runTime;
  in condition: efficiency < popFair;
  severity: 1 - efficiency;
  explain: "Even the thread with the longest computation time computes for less than 80 % of the run.";
  causes: "Ranks wait for each other in turn (serialization), or messages take long (transfer).";
  advice: "Record a trace to distinguish the two: it shows chains of late senders, and the time of transfers.";
}

property SerialisationEfficiency(Experiment e) {
  let efficiency = max(e.usefulT) / e.idealTime;
  in condition: efficiency < popFair;
  severity: 1 - efficiency;
  explain: "Even if messages took no time, threads would wait: their input depends on other threads in turn.";
  causes: "A pipeline over ranks, alternating imbalance, or a rank that works for all others.";
  advice: "Break the chain: do independent computation before dependent computation, or change the order.";
}

property TransferEfficiency(Experiment e) {
  let efficiency = e.idealTime / e.runTime;
  in condition: efficiency < popFair;
  severity: 1 - efficiency;
  explain: "The critical path spends its time in MPI: transfers of messages take more than 20 % of the run.";
  causes: "Many small messages (latency), large messages (bandwidth), or a slow network between the nodes.";
  advice: "Send less data and fewer messages, and compute during transfers.";
}
