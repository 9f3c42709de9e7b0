@echo off
rem The course's commands, each a thin front for one Maven command; a grader that Maven has built
rem before is started without Maven, unless its sources are newer. It reads all arguments as one
rem text, because cmd would split 1,3 and -Dstack=mine. The folder's name and the arguments may hold a !.
setlocal
set "TAPELINE_DIR=%CD%"
rem The commands that the grader prints begin with it.
set "TAPELINE_LAUNCHER=tapeline"
set "from=%CD%"
cd /d "%~dp0"
if not exist grader\pom.xml echo tapeline is to stand in the course's folder& exit /b 1
set "word=help"
set "what="
set "rest="
set "all=%*"
set "quoted=%~2"
for /f "tokens=1,2*" %%a in ("%*") do set "word=%%a" & set "what=%%b" & set "rest=%%c"
setlocal EnableDelayedExpansion
rem The instructor's commands take any words. In a Maven property a quote becomes a bar, which no
rem file's name may hold.
for %%i in (leaderboard gradebook class) do if "%word%"=="%%i" goto instructor
set "TAPELINE_DIR="
rem An option may stand in quotes: "-Djupyter=--no-browser --port=9999".
set "bare=none"
if defined what set "bare=!what:"=!"
if "!bare:~0,1!"=="-" set "rest=!what! !rest!" & set "what="

if "%word%"=="submit" if "!what!!rest!"=="--status " set "goal=-Dsubmit=--status" & set "rest=" & goto grader
if defined what for %%i in (book export import submit) do if "%word%"=="%%i" call :place
if "%word%"=="progress" if "!what!"=="share" goto share
if defined what for %%i in (progress update doctor model) do if "%word%"=="%%i" echo %word% takes no word, got !what!& goto how
rem Programs that it builds use sockets and processes of Unix.
if "%word%"=="cuda" echo cuda run needs Linux: in WSL, ./tapeline cuda run my.cu& exit /b 2
set "first=-"
if defined rest set "first=!rest:"=!-"
if "!first:~0,1!"==" " set "first=!first:~1!"
rem Where the word itself begins with a quote, it may hold blanks, and its end is in the rest. So
rem nothing is refused behind such a word: what stands there goes to Maven.
set "plain="
if defined what set "plain=!what:"=!"
if "!plain!"=="!what!" if not "!first:~0,1!"=="-" if not "%word%"=="quiz" echo One word behind %word% is enough, got also: !rest!& goto how
set "module="
if defined what set "module=-Dmodule=!what!"
if "%word%"=="grade" set "goal=!module!" & goto grader
if "%word%"=="watch" set "goal=!module! -Dwatch" & goto grader
if "%word%"=="hint" if defined what set "goal=-Dhint=!what!" & goto grader
if "%word%"=="reset" if defined what set "goal=-Dreset=!what!" & goto grader
if "%word%"=="blank" if defined what set "goal=-Dblank=!what!" & goto grader
if "%word%"=="unblank" if defined what set "goal=-Dunblank=!what!" & goto grader
if "%word%"=="quiz" if defined what set goal="-Dquiz=!what! !rest!"& set "rest=" & goto grader
if "%word%"=="compare" if defined what set "goal=-Dcompare=!what!" & goto grader
if "%word%"=="export" if defined what set goal="-Dexport=!what!"& goto grader
if "%word%"=="import" if defined what set goal="-Dimport=!what!"& goto grader
if "%word%"=="submit" if defined what set goal="-Dsubmit=!what!"& goto grader
if "%word%"=="join" if defined what set goal="-Djoin=!what!"& goto grader
if "%word%"=="handin" if defined what set "goal=-Dhandin=!what!" & goto grader
if "%word%"=="book" set "goal=-Dbook"
if "%word%"=="book" if defined what set goal="-Dbook=!what!"
if "%word%"=="book" goto grader
if "%word%"=="update" set "goal=-Dupdate" & goto grader
if "%word%"=="doctor" set "goal=-Ddoctor" & goto grader
if "%word%"=="progress" set "goal=-Dprogress" & goto grader
if "%word%"=="run" if not defined what set "what=true"
if "%word%"=="run" set "goal=-Drun=!what!" & goto grader
if "%word%"=="milestone" if not defined what set "what=true"
if "%word%"=="milestone" set "goal=-Dmilestone=!what!" & goto grader
if "%word%"=="model" set "goal=-Drun=YourModel" & goto grader
if "%word%"=="cuda-setup" set goal="-Drun=CudaSetup !what!"& goto grader
if "%word%"=="notebook" if not defined what set "what=true"
if "%word%"=="notebook" set "goal=-pl notebooks/kernel -am compile -Dnotebook=!what!" & goto maven
for %%h in (help -h --help) do if "%word%"=="%%h" call :help & exit /b 0
for %%i in (hint reset compare) do if "%word%"=="%%i" echo %word% needs the number of an exercise, as in: tapeline %word% 03.2& goto how
for %%i in (blank unblank handin) do if "%word%"=="%%i" echo %word% needs the number of a module, as in: tapeline %word% 05& goto how
for %%i in (export import submit) do if "%word%"=="%%i" echo %word% needs the name of a file, as in: tapeline %word% work.zip& goto how
if "%word%"=="join" echo join needs an invitation, as in: tapeline join https://class.example.edu/#TOKEN& goto how
if "%word%"=="quiz" echo quiz needs the number of a module, as in: tapeline quiz 03& goto how
echo There is no command %word%.
:how
echo tapeline help lists the commands.
exit /b 2

rem A set that takes quotes away leaves one open: nothing may follow on its line.
:share
set "what="
if defined rest set "what=!rest:"=!"
set "rest="
if not defined what echo progress share needs the name of a file, as in: tapeline progress share mine.json& goto how
call :named
set goal="-Dshare=!what!"
goto grader

:instructor
set "words=%word%"
if defined what set "words=!words! !what!"
if defined rest set "words=!words! !rest!"
rem Behind the second quote the bar would be a pipe.
set "words=!words:"=^|!"
set goal="-Dinstructor=!words!"
set "rest="

rem Each option of the grader begins with -D; any other is for Maven. In -pl a D follows no blank.
:grader
set "launch=grader\target\launch"
set "java="
if exist %launch%\arguments set /p java=<%launch%\java
set "others= !rest!"
set "others=!others: -D=!"
if not "!others: -=!"=="!others!" set "java="
if not defined java goto build
if not exist "!java!" goto build
"!java!" -Dtapeline.built=earlier @%launch%\arguments !goal! !rest!
if not errorlevel 75 exit /b !errorlevel!
if errorlevel 76 exit /b !errorlevel!
del %launch%\arguments
:build
set goal=-pl grader test !goal!
echo preparing the grader ... 1>&2

:maven
if "%word%"=="notebook" echo preparing the notebooks' kernel: the first time takes about a minute ... 1>&2
where /q mvn || (echo Tapeline needs Maven 3.8 or later on the PATH: https://maven.apache.org/install.html & exit /b 1)
call mvn !goal! !rest!
exit /b %errorlevel%

:help
echo tapeline grade [03, 03.2 or 1,3]     grades a module, an exercise, several, or all
echo tapeline watch [03]                  stays, and grades at each save
echo tapeline hint 03.2                   the next hint of an exercise
echo tapeline reset 03.2                  its stub again; your version stays beside it
echo tapeline blank 05                    a module with empty bodies, for those who build; unblank 05 ends it
echo tapeline compare 03.2                your answer beside the reference's, once you have passed
echo tapeline quiz 03 [bacdb]             five questions on a module; your answers, marked
echo tapeline progress                    what you have passed so far
echo tapeline progress share FILE         the same for your class, without your name
echo tapeline update                      the course's newest version; your answers and notebooks stay
echo tapeline export work.zip             your answers, notebooks and progress as one file
echo tapeline import work.zip             what an export holds, merged into this course
echo tapeline join URL#TOKEN              keeps an invitation to a class
echo tapeline submit entry.zip            hands a team's entry in; --status lists your receipts
echo tapeline handin 07                   hands a module in, as your homework
echo tapeline doctor                      what the course needs, what is missing, and what mends it
echo tapeline run [DigitsMlp]             runs a program of the modules; alone lists them
echo tapeline model                       your language model through the modules that you have solved
echo tapeline milestone [2]               history on your modules, and a number to beat; alone lists them
echo tapeline cuda-setup                  which CUDA compiler there is; behind it, download fetches one
echo tapeline notebook                    opens the notebooks in Jupyter
echo tapeline notebook register           prepares their kernel, for a Jupyter or VS Code that you start
echo tapeline notebook stock              says how a stock JJava kernel gets the course's commands
echo tapeline book [FOLDER]               the whole course as static pages; takes minutes
echo tapeline leaderboard run FOLDER      judges a competition's entries and ranks them
echo tapeline gradebook FOLDER            grades a class
echo tapeline class serve FOLDER          takes what a class hands in; --help behind any of the three says more
echo Options of the Maven commands go behind: tapeline grade 03 -Dstack=mine
exit /b 0

rem Makes what a full name: in quotes it may hold blanks, and it is seen from the folder of the
rem call. A backslash at its end would hide the quote behind it.
:place
if "!bare!"=="!what!" goto named
set "what=!quoted!"
set "rest=!all:*"=!"
set "rest=!rest:*"=!"
if not defined what exit /b
:named
if "!what:~1,1!"==":" goto full
if "!what:~0,2!"=="\\" goto full
if "!what:~0,1!"=="\" set "what=!from:~0,2!!what!" & goto full
set "what=!from!\!what!"
:full
if "!what:~-1!"=="\" set "what=!what!."
exit /b
