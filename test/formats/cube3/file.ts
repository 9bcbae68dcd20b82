/** A CUBE 3 file as KOJAK wrote them. */
const METRICS = `<metric id="0"><disp_name>Time</disp_name><uniq_name>0Time</uniq_name><dtype>FLOAT</dtype><uom>sec</uom>
 <url>@mirror@patterns-2.2.html#time</url>
 <metric id="7"><disp_name>Wait at N x N</disp_name><uniq_name>7Wait at N x N</uniq_name><dtype>FLOAT</dtype><uom>sec</uom>
 <url>@mirror@patterns-2.2.html#mpi_wait_at_n2n</url></metric></metric>
<metric id="3"><disp_name>Cycles</disp_name><uniq_name>33~CYCLES</uniq_name><dtype>INTEGER</dtype><uom>#</uom></metric>`;
export const PROGRAM = `<region id="4" mod="a.c" begin="3" end="9"><name>a & b<</name></region>
<region id="1" mod="a.c" begin="-1" end="-1"><name>!$omp ibarrier @a.c:56</name></region>
<region id="2" mod="MPI" begin="-1" end="-1"><name>MPI_Allreduce</name></region>
<cnode id="5" calleeId="4"><cnode id="2" calleeId="1"></cnode><cnode id="9" line="12" mod="a.c" calleeId="2"></cnode></cnode>`;
const SYSTEM = `<machine Id="0"><name>m</name><node Id="0"><name>n</name>
<process Id="0"><name>p0</name><rank>0</rank><thread Id="1"><name>t1</name><rank>1</rank></thread><thread Id="0"><name>t0</name><rank>0</rank></thread></process>
</node></machine><topologies><cart name="grid" ndims="2"><dim name="x" size="3" periodic="true"/><dim name="y" size="2" periodic="false"/><coord thrdId="1">0 1</coord></cart></topologies>`;
const SEVERITY = `<matrix metricId="0"><row cnodeId="5">
1.5
2
</row><row cnodeId="9">0 4</row></matrix>
<matrix metricId="7"><row cnodeId="9">3</row></matrix>
<matrix metricId="3"><row cnodeId="2">1e3 -7</row></matrix>`;

export function cube3File(severity = SEVERITY, program = PROGRAM, version = '3.0'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>

<cube version="${version}"><attr key="CUBE_CT_AGGR" value="SUM"/><doc><mirrors><murl>http://x/</murl></mirrors></doc>
<metrics>${METRICS}</metrics><program>${program.replace('b<<', 'b<')}</program><system>${SYSTEM}</system>
<severity>${severity}</severity></cube>\n`;
}
