"""Words in sheets from several countries: names of columns, yes and no, months.

They are compared without case and accents (`plain_word`).
"""

import re
from functools import lru_cache
from unicodedata import category, normalize

_ACCENT = re.compile("[\u0300-\u036f\ufe00-\ufe0f]")


@lru_cache(4096)  # the same few words are frequent
def plain_word(text: str) -> str:
    """Return a word as it is compared: without accents, case, and signs that only modify others."""
    parts = normalize("NFKD", text.casefold())
    return normalize("NFC", "".join(sign for sign in parts if not _ACCENT.match(sign)))


def _words(text: str) -> frozenset[str]:
    return frozenset(map(plain_word, text.split()))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(" ".join(one.split()) for one in text.split(",") if one.strip())


def _columns(text: str) -> dict[str, tuple[str, ...]]:
    """Parse lines such as `title: game name, spiel`; indented lines continue."""
    lines = re.sub(r"\n {8}", " ", text).strip().splitlines()
    pairs = (line.strip().split(":") for line in lines)
    return {name: _listed(words) for name, words in pairs}


YES = _words("""
    1 true t yes y x ✓ ✔ ✅ ☑ 🏆 ★ * won win w winner wahr ja j gewonnen sieg gewinner sieger
    vrai oui o gagné gagnée victoire verdadero sí s ganó ganado victoria ganador ganadora vero
    vinto vittoria verdadeiro sim ganhou venceu vitória waar sant vann sand kyllä voitti tosi
    tak prawda wygrał wygrała wygrana ano pravda výhra igen igaz evet да д истина победа はい
    勝 勝ち 勝利 是 胜 赢 예 네 승
""")
"""Words for yes. Those that mean yes in one country and no in another (× and ○) are in neither
list.
"""
NO = _words("""
    0 false f no n ✗ ✘ ❌ ☐ - – — − lost lose loss l loser falsch nein verloren niederlage
    faux non perdu perdue défaite falso perdió perdido derrota perso sconfitta não perdeu
    onwaar nee falskt nej falsk nei ei epätosi nie fałsz falsz przegrał przegrała przegrana ne
    nepravda prohra nem hamis hayır нет ложь поражение いいえ 負 負け 否 负 输 아니요 패
""")
POINTS = _words("""
    p pt pts point points vp punkt punkte pkt pkte sp pto ptos punto puntos punti ponto pontos
    punten poäng poeng pistettä punktów очков очка 点 分 점
""")
"""What may follow a number of points."""
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan gen ene sty янв",
            "feb fev lut фев",
            "mar mrz maa marec мар",
            "apr avr abr kwi апр",
            "may mai mag mei maj май мая",
            "juin jun giu cze июн",
            "juil jul lug lip июл",
            "aug aou ago sie авг",
            "sep set wrz сен",
            "oct okt ott out paz окт",
            "nov lis ноя",
            "dec dez dic des gru дек",
        ),
        1,
    )
    for name in names.split()
}
"""Months by their first letters, without accents."""
WEEKDAYS = {
    plain_word(name): number
    for number, names in enumerate(
        (
            "monday mon mo montag lundi lunes lunedì segunda segunda-feira maandag måndag mandag"
            " maanantai poniedziałek pondělí понедельник",
            "tuesday tue tues di dienstag mardi martes martedì terça terça-feira dinsdag tisdag"
            " tirsdag tiistai wtorek úterý вторник",
            "wednesday wed mi mittwoch mercredi miércoles mercoledì quarta quarta-feira woensdag"
            " onsdag keskiviikko środa středa среда",
            "thursday thu thur thurs do donnerstag jeudi jueves giovedì quinta quinta-feira"
            " donderdag torsdag torstai czwartek čtvrtek четверг",
            "friday fri fr freitag vendredi viernes venerdì sexta sexta-feira vrijdag fredag"
            " perjantai piątek pátek пятница",
            "saturday sat sa samstag sonnabend samedi sábado sabato zaterdag lördag lørdag lauantai"
            " sobota суббота",
            "sunday sun so sonntag dimanche domingo domenica zondag söndag søndag sunnuntai"
            " niedziela neděle воскресенье",
        )
    )
    for name in names.split()
}
"""Days of the week by their first letters, Monday is 0."""
DAYS_AGO = {
    plain_word(name): days
    for days, names in enumerate(
        (
            "today, heute, aujourd'hui, aujourd’hui, hoy, oggi, hoje, vandaag, idag, i dag, tänään,"
            " dzisiaj, dziś, dnes, сегодня",
            "yesterday, gestern, hier, ayer, ieri, ontem, gisteren, igår, i går, eilen, wczoraj,"
            " včera, вчера",
        )
    )
    for name in _listed(names)
}
"""Days relative to today: how many days ago."""
COLUMNS = _columns("""
    play: play id, play no, play number, partie nr, partienummer, partie, match, session, game no,
        game number, nr, no, number, n°, #, id
    game:
    title: game name, game title, objectname, spiel, spielname, jeu, nom du jeu, juego, gioco, jogo,
        spel, spill, peli, gra, hra, játék, oyun, игра, ゲーム, ゲーム名, 游戏, 遊戲, 게임
    called: variant, variante
    ended: end, ende, fin, fine, fim, конец, 終了
    started: start, start time, begin, beginn, begonnen, début, inicio, início, inizio, начало, 開始
    date: play date, date played, played on, played, day, datum, spieldatum, tag, jour, fecha, día,
        data, giorno, dia, dato, dag, päivä, päivämäärä, tarih, дата, день, 日付, 日にち, 日期, 날짜
    time: uhrzeit, zeit, heure, hora, ora, tid, tijd, kello, godzina, čas, время, 時刻, 時間, 时间,
        시간
    minutes: min, mins, duration, play time, playing time, length, dauer, spieldauer, spielzeit,
        minuten, durée, duración, durata, duração, duur, varighet, kesto, длительность, 所要時間
    rounds: round count, number of rounds, runden, rundenzahl, manches, tours, rondas, rodadas,
        turni, rondes, rundor, runder, раунды, ラウンド数
    seat: seat order, sitz, sitzplatz, reihenfolge, turn order, asiento, posto, place à table
    player: player name, spieler, spielerin, spieler in, spielername, joueur, joueuse, jugador,
        jugadora, giocatore, giocatrice, jogador, jogadora, speler, spelare, spiller, pelaaja,
        gracz, hráč, játékos, oyuncu, игрок, プレイヤー, プレーヤー, プレイヤー名, 玩家, 플레이어,
        person
    score: final score, total score, score total, score final, endpunkte, endstand, endergebnis,
        puntuación final, punteggio finale, pontuação final, total points, total, gesamt,
        gesamtpunkte, summe, somme, suma, totale, points, point, pts, pt, vp, victory points,
        punkte, punktzahl, punktestand, siegpunkte, pkt, result, results, ergebnis, resultat,
        résultat, resultado, risultato, puntos, puntuación, puntaje, ptos, punti, punteggio, pontos,
        pontuação, punten, poäng, poeng, point total, pisteet, punkty, wynik, body, skóre, pontszám,
        puan, skor, очки, счёт, результат, 得点, 点数, 点, スコア, 得分, 分数, 점수
    won: win, winner, winners, wins, won by, victor, victory, gewonnen von, gagné par, ganado por,
        vinto da, gewonnen, gewinner, gewinnerin, sieg, sieger,
        siegerin, gagné, gagnant, gagnante, vainqueur, victoire, ganó, ganador, ganadora, ganado,
        gana, victoria, vinto, vincitore, vincitrice, vittoria, vencedor, vencedora, ganhou, venceu,
        vitória, winnaar, vann, vinnare, vant, vinder, vinner, voitto, voittaja, wygrał, wygrana,
        zwycięzca, výhra, vítěz, győztes, kazanan, победа, победил, победитель, 勝ち, 勝者, 勝利,
        勝敗, 胜者, 胜, 승자, 승
    rank: ranking, placement, position, pos, standing, platz, platzierung, rang, classement, rango,
        puesto, posición, posição, posizione, colocação, plaats, plassering, sijoitus, miejsce,
        pořadí, место, 順位, 名次, 순위
    first: first player, start player, starting player, starter, began, begann, startspieler,
        startspielerin, erster, anfang, premier joueur, primer jugador, jugador inicial, primo
        giocatore, startspeler, startspelare, начинал, 先手, 先攻
    place: location, where, ort, spielort, wo, lieu, endroit, lugar, luogo, local, locatie, sted,
        ställe, paikka, miejsce gry, místo, 場所, 地点, 장소
    comment: comments, note, notes, remark, remarks, kommentar, kommentare, bemerkung, bemerkungen,
        notiz, notizen, anmerkung, commentaire, commentaires, remarque, remarques, comentario,
        comentarios, nota, notas, commento, note di gioco, comentário, comentários, opmerking,
        kommentti, uwagi, poznámka, комментарий, コメント, メモ, 备注, 메모
    team: team name, teams, side, mannschaft, équipe, equipo, bando, squadra, equipe, ploeg, lag,
        laget, hold, joukkue, drużyna, tým, csapat, takım, команда, チーム, 队伍, 队, 팀
    role: roles, rolle, rôle, rol, ruolo, papel, função, roll, rooli, rola, szerep, роль, 役割,
        役職, 角色, 역할, character, charakter, faction, fraktion
    coop: co op, cooperative, co operative, kooperativ, coopératif, coopérative, cooperativo,
        cooperativa, coöperatief, kooperativt, samarbeid, samarbejde, yhteistyö, kooperacja,
        kooperacyjna, kooperace, kooperativní, kooperatív, işbirliği, кооператив, кооперативная,
        協力, 合作, 협력
    lowest: lowest wins, low score wins, fewest points win, niedrigste gewinnt, wenigste gewinnt,
        wenigste punkte gewinnen, le plus bas gagne, gana el menor, vince il minore, menor ganha,
        laagste wint, lägst vinner, lavest vinner, laveste vinder
    bgg_id: bgg, objectid, bggnumber
    source:
    group:
    uid:
""")
"""Other names of our columns, the most certain first: that one counts if there are several."""
NAMES = _listed("name, nom, nombre, nome, naam, namn, navn, nimi, имя, 名前")
"""Names of the player, or if there is no other, of the game."""
LISTS = _listed("""
    players, who played, participants, spieler innen, mitspieler, teilnehmer, joueurs, participants,
    jugadores, giocatori, jogadores, spelers, spelare, spillere, pelaajat, gracze, hráči, игроки
""")
"""Names of columns that list all players of a play in one cell, or give their number."""
COUNTS = _listed("""
    players, player count, number of players, spieler innen, anzahl spieler, spieleranzahl,
    spielerzahl, nombre de joueurs, year, jahr, month, monat, week, woche, rating, bewertung,
    quantity, anzahl, count, difference, differenz, average, durchschnitt, mittelwert,
    score diff, diff, margin, delta, spread, number players, age, alter, weight, elo
""")
"""Names of columns whose numbers are nobody's points."""
SUMS = _listed("""
    total, totals, grand total, sum, wins, average, avg, mean, gesamt, gesamtsumme, insgesamt,
    summe, siege, durchschnitt, schnitt, mittelwert, ø, totaux, somme, moyenne, victoires, totales,
    suma, media, promedio, victorias, totale, totali, somma, vittorie, soma, média, vitórias,
    totaal, som, gemiddelde, totalt, medel, snitt, gjennomsnitt, yhteensä, keskiarvo, razem,
    średnia, celkem, průměr, összesen, átlag, toplam, ortalama, итого, всего, сумма, среднее, 合計,
    計, 平均, 总计, 合计, 합계, 평균
""")
"""The beginning of rows that sum up plays."""
NOT_NAMES = _words("""
    my his her their your our own winner winning winners loser losing losers high highest low lowest
    best worst top second third final mean team opponent opponents enemy bonus base target par per
    average avg median max min maximum minimum diff difference margin spread delta gap lead round
    runde manche hand game games match partie set number num anzahl id ids ref refid key index year
    jahr month week day date time timestamp age rating elo rank ranking weight complexity price cost
    total sum running cumulative count counter bgg version percent percentage rate ratio
""")
"""Words that cannot be part of a player's name in the name of a column of points."""
NOBODY = _words("""
    tie tied draw drawn none nobody n/a na unknown ? unentschieden gleichstand niemand keiner
    remis égalité nul personne empate nadie pareggio nessuno ninguém gelijkspel niemand oavgjort
    ingen uavgjort uafgjort tasapeli remíza nikdo döntetlen berabere ничья никто 引き分け 平局
""")
"""Cells of a column of winners that name nobody."""
WINNERS = _words("""
    winner winners sieger siegerin gewinner gewinnerin gagnant gagnante vainqueur ganador ganadora
    vincitore vincitrice vencedor vencedora winnaar vinnare vinder vinner voittaja zwycięzca vítěz
    győztes kazanan победитель 勝者 胜者 승자
""")
"""Names of columns that hold the winners' names."""


# Names of columns in the form in which they are compared


@lru_cache(2048)
def bare(heading: str) -> str:
    """Return a heading as it is compared: only letters and digits, without text in brackets."""
    plain = plain_word(re.sub(r"[(\[].*?[)\]]", "", heading)) or plain_word(heading)
    return "".join(
        sign for sign in plain if sign.isalnum() or sign == "#" or category(sign) == "Mn"
    )


def _fields() -> dict[str, tuple[str, int]]:
    """Return our column for each word, and its rank among its synonyms: 0 is our own name."""
    known: dict[str, tuple[str, int]] = {}
    for field, words in COLUMNS.items():
        for rank, word in enumerate((field, *words)):
            known.setdefault(bare(word), (field, rank))
    return known


FIELDS = _fields()
BARE_COUNTS = frozenset(map(bare, COUNTS))
BARE_NAMES = frozenset(map(bare, NAMES))
BARE_LISTS = frozenset(map(bare, LISTS))
BARE_SUMS = frozenset(map(bare, SUMS))
