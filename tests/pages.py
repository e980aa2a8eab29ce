"""Pages written the way people write them, as a start for mutations: clean, careless, and of another age."""

SHOP = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Oak chair &amp; table</title>
<link rel="stylesheet" href="/a.css"><style>.price > b { content: "<p>" }</style>
<script>if (1<2 && "</b>") { document.write("<p>hello</p>") }</script>
<noscript><link rel="stylesheet" href="/plain.css"></noscript></head>
<body class="page-product product-4711"><header class="site-header"><nav><ul class="menu">
<li class="menu-item"><a href="/">Home</a></li>
<li class="menu-item active"><a href="/chairs?a=1&amp;b=2">Chairs</a></li></ul></nav>
<svg class="logo" viewBox="0 0 8 8"><title>Logo</title><path d="M0 0"/>
<foreignObject><p>x</p></foreignObject></svg></header>
<main><article class="product"><h1>Oak chair</h1><img src="/4711.jpg" alt="a > b"><p class="price"><b>12.50</b> €</p>
<form action="/cart" method="post"><select name="size"><option>S<option selected>M<option>L</select>
<input type="hidden" name="id" value="4711"><textarea name="note"><b>not bold</b></textarea><button>Buy</button></form>
<table class="specs"><thead><tr><th>What<th>How much<tbody><tr><td>Width<td>45 cm<tr><td>Height<td>90 cm</table>
<dl><dt>Wood<dd>Oak<dd>Ash<dt>Colour<dd>Brown</dl></article>
<template id="card"><div class="card"><slot></slot></div></template></main>
<footer><p>© Shop <p><a href="/terms">Terms</a><br><small>since 1999</small></footer></body></html>
"""

FORUM = """<HTML><HEAD><TITLE>Forum - <thread></TITLE></HEAD><BODY BGCOLOR=#FFFFFF>
<CENTER><FONT SIZE=+2><B>Forum</FONT></B>
<TABLE BORDER=0 WIDTH="100%"><TR><TD>by <A HREF=/user?id=1>anna<TD><B>re: <I>hello</B> world</I>
<FORM ACTION=reply><TR><TD COLSPAN=2><P>one<P>two<UL><LI>a<LI>b<UL><LI>c</UL></UL><HR NOSHADE>
<TR><TD>by <A HREF=/user?id=2>bob</A><TD>text 1 < 2 & 3 > 2 <!-- a -- comment > with -- dashes --></TABLE>stray</TR>
<A HREF="/next>next page</A> <IMG SRC="/dot.gif" ALT="."><PRE>
&lt;code&gt; <XMP><p>shown</p></XMP></PRE></CENTER>
"""

FRAMES = """<html><head><title>Manual</title></head>
<frameset cols="20%,*"><frame src="toc.html" name="toc"><frame src="main.html">
<noframes><body><p>Your browser has <b>no frames</b>.</body></noframes></frameset></html>
"""

PAGES = [SHOP.encode(), FORUM.encode(), FRAMES.encode()]
