/** Profiles of other tools, for fuzzing: small whole files of each, and what reads them. */
import { gzipSync } from 'node:zlib';
import { readOmpp } from '../../src/formats/ompp/index.js';
import { readTau, tauFiles } from '../../src/formats/tau/index.js';
import type { Profile } from '../../src/model/profile.js';

export interface ProfileKind {
  readonly share: number;
  readonly wholes: readonly Uint8Array[];
  readonly read: (input: Uint8Array) => Profile;
}

const OMPP = `----     ompP General Information     ----
Application Name: toci
ompP Version    : 0.7.0
OMPP_CTR1       : PAPI_TOT_INST
----     ompP Callgraph     ----

   7.39 (100.0%)    0.01 ( 0.10%)           [toci: 2 threads]
----     ompP Flat Region Profile (inclusive data)     ----
R00002 a.cpp (181-262) PARALLEL
 TID      execT      execC      bodyT   exitBarT   startupT   shutdwnT      taskT      PAPI_TOT_INST
   0       7.38          1       0.60       6.78       0.00       0.00       0.00        936.987.181
   1       7.38          1       0.29       7.10       0.00       0.00       0.00        828.092.326
 SUM      14.76          2       0.89      13.88       0.00       0.00       0.00      1.765.079.507

----     ompP Callgraph Region Profiles (incl./excl. data)     ----

[*00] toci
[+01] R00002 a.cpp (181-262) PARALLEL
 TID      execT      execC    bodyT/I    bodyT/E   exitBarT   startupT   shutdwnT      PAPI_TOT_INST/I      PAPI_TOT_INST/E
   0       7.38          1       0.60       0.00       6.78       0.00       0.00          936.987.432               29.957
   1       7.38          1       0.29       0.00       7.10       0.00       0.00          828.091.063              108.452

[*00] toci
[+01] R00002 a.cpp (181-262) PARALLEL
[=02] R00004 a.cpp (202-213) (unnamed) CRITICAL
 TID      execT      execC    bodyT/I    bodyT/E     enterT      exitT
   0       0.03        699       0.00       0.00       0.01       0.01
 SUM       0.03        699       0.00       0.00       0.01       0.01
`;

const TEXT = `12 templated_functions_MULTI_TIME
# Name Calls Subrs Excl Incl ProfileCalls # <metadata><attribute><name>Hostname</name><value>node1</value></attribute></metadata>
".TAU application" 1 2 449 2000 0 GROUP="TAU_DEFAULT"
"f [{a.c} {5,1}-{7,1}]  " 3 1 50 1551 0 GROUP="TAU_USER"
".TAU application => f [{a.c} {5,1}-{7,1}]  " 3 1 50 1551 0 GROUP="TAU_CALLPATH | TAU_USER"
"f [{a.c} {5,1}-{7,1}]   [ <size> = <100> ]  " 1 0 28 28 0 GROUP="TAU_PARAM | TAU_USER"
"MPI_Bcast()  " 1 0 1.5E3 1.5E3 0 GROUP="MPI"
".TAU application => f [{a.c} {5,1}-{7,1}]   => MPI_Bcast()  " 1 0 1.5E3 1.5E3 0 GROUP="TAU_CALLPATH|MPI"
"do (barrier enter/exit) [OpenMP location: file:/x/a.f <31, 41>]" 7 0 98 98 0 GROUP="OpenMP"
"do (loop body) [OpenMP location: file:/x/a.f <31, 41>] [THROTTLED]" 7 7 451 549 0 GROUP="OpenMP"
"f => [CONTEXT] f => [SAMPLE] g [{a.c} {6}]" 1 0 9 9 0 GROUP="TAU_SAMPLE"
"paralleldo [OpenMP location: file:/x/a.f <72, 150>]" 7 7 451 549 0 GROUP="OpenMP"
"barrier enter/exit [OpenMP]" 7 0 98 98 0 GROUP="OpenMP"
"f => [INTERMEDIATE] f => [SAMPLE] g [{a.c} {7}]" 1 0 9 9 0 GROUP="TAU_SAMPLE"
0 aggregates
2 userevents
# eventname numevents max min mean sumsqr
"Message size" 2 8 4 6 80
"Message size : f => MPI_Bcast()" 2 8 4 6 80
`;

const MERGED = `<profile_xml>
<definitions thread="*">
<metric id="0"><name>TIME</name><units>unknown</units></metric>
<event id="0"><name>.TAU application</name><group>TAU_USER</group></event>
<event id="1"><name><![CDATA[.TAU application => f<a> [{a.c} {5,0}] ]]></name><group>TAU_CALLPATH|TAU_USER</group></event>
<userevent id="3"><name>Message size : f =&gt; MPI_Send()  </name></userevent>
</definitions>
<thread id="0.0.0.17" node="0" context="0" thread="0"><metadata><attribute><name>a</name><value>b</value></attribute></metadata></thread>
</profile_xml>\0<profile_xml>
<profile thread="0.0.0.17"><name>final</name>
<interval_data metrics="0 ">
0 1 3 1519 1705
1 3 0 186 186
</interval_data>
<atomic_data>
3 2 8 4 6 80
</atomic_data>
</profile>
</profile_xml>\0<profile_xml><derivedentity id="total"></derivedentity></profile_xml>`;

/** A packed profile of one thread, before it is packed. */
function packed(): Uint8Array {
  const int = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };
  const double = (value: number): Buffer => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return bytes;
  };
  const text = (value: string): Buffer => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
  const header = Buffer.concat([int(0), int(1), text('Hostname'), text('node1')]);
  return Buffer.concat([
    Buffer.from('\0P\0P\0K', 'latin1'),
    ...[2, 1, header.length].map(int),
    header,
    ...[int(1), text('TIME'), int(2), text('TAU_USER'), text('MPI')],
    ...[int(2), text('main'), int(1), int(0), text('MPI_Send()'), int(1), int(1)],
    ...[int(1), text('Message size')],
    ...[1, 0, 0, 0, 2].map(int),
    ...[int(0), ...[1, 1, 10, 30].map(double), int(1), ...[1, 0, 20, 20].map(double)],
    ...[int(1), int(0), int(2), ...[4, 8, 6, 80].map(double)],
  ]);
}

const textOf = (input: Uint8Array): string => Buffer.from(input).toString('utf8');

/** Checks that accepted input can also be written. */
function written(profile: Profile): Profile {
  for (const { path, text } of tauFiles(profile))
    if (!/^(MULTI__[\w.-]+\/)?profile\.\d+\.\d+\.\d+$/.test(path) || !text.includes('templated_functions'))
      throw new Error(`a profile is written to ${path}`);
  return profile;
}

export const profileKinds: Readonly<Record<string, ProfileKind>> = {
  ompp: { share: 10, wholes: [Buffer.from(OMPP)], read: (input) => readOmpp(textOf(input), 'x') },
  tauText: { share: 10, wholes: [Buffer.from(TEXT)], read: (input) => written(readTau(input, 'x')) },
  // Packed input is changed before it is packed: else hardly any would be unpacked.
  tauPacked: { share: 10, wholes: [packed()], read: (input) => readTau(gzipSync(input), 'x') },
  tauMerged: { share: 6, wholes: [Buffer.from(MERGED)], read: (input) => readTau(input, 'x') },
};
